/** A probe worker for tests: hangs, runs out of memory or fails to start, depending on the file name. */
import { parentPort, workerData } from 'node:worker_threads'
import { readAudioInfo } from '#audio-probe/info/audio-info.ts'
import { newReadBuffers } from '#audio-probe/byte-source.ts'
import type { ProbeKind } from '#audio-probe/pool/probe-thread.ts'

const progress = new Int32Array(workerData)
const buffers = newReadBuffers()

parentPort?.on('message', ({ paths }: ProbeKind) => {
  if (paths.some((path) => path.includes('never-starts'))) throw new Error('This thread never starts')
  const results = paths.map((path, index) => {
    Atomics.store(progress, 0, index)
    if (path.includes('hangs')) for (;;);
    if (path.includes('eats-memory')) eatMemory()
    return readAudioInfo(path, buffers)
  })
  parentPort?.postMessage(JSON.stringify(results))
})

function eatMemory(): void {
  const eaten: string[][] = []
  for (;;) eaten.push(Array.from({ length: 100_000 }, (_, index) => `${eaten.length} ${index}`))
}
