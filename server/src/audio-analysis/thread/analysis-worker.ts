/** The worker thread of analysis-thread.ts: analyses one file after the other, with the lowest priority. */
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { newReadBuffers } from '#audio-probe/byte-source.ts'
import { type AnalysisRequest, analyseFile } from '../analyse-file.ts'

/**
 * Indexes of the memory that is shared with the main thread: whether the analysis must wait, and how many chunks were
 * decoded.
 */
const [HOLD, PIECES] = [0, 1]
const LOWEST_PRIORITY = 19

const shared = new Int32Array(workerData)
const buffers = newReadBuffers()
let running: AbortController | undefined

// The decoders would print a line for each damaged frame.
// oxlint-disable-next-line no-console
console.error = () => undefined

try {
  // On Linux the priority belongs to the calling thread, elsewhere to the whole process.
  if (process.platform === 'linux') setPriority(LOWEST_PRIORITY)
} catch {
  // Without the right to change its priority, the thread keeps the usual one.
}

function beforePiece(): void {
  Atomics.wait(shared, HOLD, 1)
  Atomics.add(shared, PIECES, 1)
}

parentPort?.on('message', (request: AnalysisRequest | 'abort') => {
  if (request === 'abort') {
    running?.abort()
    return
  }
  running = new AbortController()
  analyseFile(request, buffers, { signal: running.signal, beforePiece }).then(
    (sound) => parentPort?.postMessage({ sound }),
    (error: unknown) => parentPort?.postMessage({ error }),
  )
})
