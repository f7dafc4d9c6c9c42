/** A thread of facts-pool.ts: reads the files it is sent, one after the other. */
import { parentPort, workerData } from 'node:worker_threads'
import { readAudioInfo } from '../audio-info.ts'
import { newReadBuffers } from '../byte-source.ts'
import type { ProbeKind } from './probe-thread.ts'
import { readVideoInfo } from '../video-info.ts'

/** The number of the file that is being read, shared with the pool, which watches it. */
const progress = new Int32Array(workerData)
const buffers = newReadBuffers()

parentPort?.on('message', ({ what, paths }: ProbeKind) => {
  const read = what === 'video' ? readVideoInfo : readAudioInfo
  const info = paths.map((path, index) => {
    Atomics.store(progress, 0, index)
    return read(path, buffers)
  })
  // As one text: threads copy objects in twice the time.
  parentPort?.postMessage(JSON.stringify(info))
})
