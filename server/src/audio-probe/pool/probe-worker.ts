/** The worker thread of probe-pool.ts: reads the files that it is sent, one after the other. */
import { parentPort, workerData } from 'node:worker_threads'
import { readAudioInfo } from '../info/audio-info.ts'
import { newReadBuffers } from '../byte-source.ts'
import type { ProbeKind } from './probe-thread.ts'
import { readVideoInfo } from '../info/video-info.ts'

/** The index of the file that is being read, in memory shared with the pool, which checks it. */
const progress = new Int32Array(workerData)
const buffers = newReadBuffers()

parentPort?.on('message', ({ what, paths }: ProbeKind) => {
  const read = what === 'video' ? readVideoInfo : readAudioInfo
  const info = paths.map((path, index) => {
    Atomics.store(progress, 0, index)
    return read(path, buffers)
  })
  // Sent as one string: copying objects between threads takes twice the time.
  parentPort?.postMessage(JSON.stringify(info))
})
