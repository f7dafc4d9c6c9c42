/** A thread of facts-pool.ts: reads the files it is sent, one after the other. */
import { parentPort, workerData } from 'node:worker_threads'
import { readAudioFacts } from '../audio-facts.ts'
import { newReadBuffers } from '../byte-source.ts'
import type { Wanted } from './facts-thread.ts'
import { readVideoFacts } from '../video-facts.ts'

/** The number of the file that is being read, shared with the pool, which watches it. */
const progress = new Int32Array(workerData)
const buffers = newReadBuffers()

parentPort?.on('message', ({ what, paths }: Wanted) => {
  const read = what === 'video' ? readVideoFacts : readAudioFacts
  const facts = paths.map((path, index) => {
    Atomics.store(progress, 0, index)
    return read(path, buffers)
  })
  // As one text: threads copy objects in twice the time.
  parentPort?.postMessage(JSON.stringify(facts))
})
