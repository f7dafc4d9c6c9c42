import { performance } from 'node:perf_hooks'
import { Worker } from 'node:worker_threads'
import type { AnalysisRequest, FileSound } from '../analyse-file.ts'

/** Limits of the JavaScript heap. They do not include the memory of the decoders, which need a few megabytes. */
const LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4, stackSizeMb: 4 }
/** The analysis of a file fails when nothing was decoded for this time. */
const STALL_MS = 60_000
const LOOK_EVERY_MS = 200
/** Share of time in which the main thread may be busy. Above it the analysis waits. */
const BUSY_SHARE = 0.5
/** The analysis waits for at most this many checks in a row, so that it makes progress on a busy server. */
const HELD_LOOKS_MAX = 25
/** Maximum time that a thread may take to end when it is asked to. After it the thread is terminated. */
const END_WITHIN_MS = 2000
/** Indexes of the memory that is shared with the thread. See analysis-worker.ts. */
const [HOLD, PIECES] = [0, 1]

/** The error when a file could not be analysed because its thread took too long, needed too much memory, or ended. */
export class AnalysisFailed extends Error {}

/** A worker thread that analyses files, one at a time. It is started for the first file. */
export interface AnalysisThread {
  /**
   * Analyses a file in the thread.
   * @throws AnalysisFailed, the reason of the signal, and errors of the operating system when the file cannot be read
   */
  analyse(request: AnalysisRequest, signal: AbortSignal): Promise<FileSound>
  /** Ends the thread. The next file starts a new one. */
  end(): Promise<void>
}

interface ThreadOptions {
  /** Whether the analysis waits while the main thread is busy with requests. */
  yieldsToRequests: boolean
  stallMs?: number
  /** The script that the thread runs. */
  script?: URL
}

type Answer = { sound: FileSound } | { error: Error }

export function openAnalysisThread({
  yieldsToRequests,
  stallMs = STALL_MS,
  script = new URL('./analysis-worker.ts', import.meta.url),
}: ThreadOptions): AnalysisThread {
  const shared = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT))
  let worker: Worker | undefined

  function started(): Worker {
    if (worker !== undefined) return worker
    const made = new Worker(script, { workerData: shared.buffer, resourceLimits: LIMITS })
    made.unref()
    made.on('exit', () => {
      if (worker === made) worker = undefined
    })
    // Without a handler, an error event would end the process. Each analysis adds its own handlers as well.
    made.on('error', () => undefined)
    worker = made
    return made
  }

  function hold(isHeld: boolean): void {
    Atomics.store(shared, HOLD, isHeld ? 1 : 0)
    if (!isHeld) Atomics.notify(shared, HOLD)
  }

  /** Ends the thread. The current file is aborted first, so that ffmpeg ends, too. */
  async function end(): Promise<void> {
    const ending = worker
    if (ending === undefined) return
    worker = undefined
    hold(false)
    const exited = new Promise<void>((resolve) => {
      ending.once('exit', () => resolve())
      ending.once('message', () => resolve())
    })
    ending.postMessage('abort')
    const timer = setTimeout(() => void ending.terminate(), END_WITHIN_MS)
    await exited
    clearTimeout(timer)
    await ending.terminate()
  }

  /** Calls `onStall` when nothing was decoded for too long. */
  function watch(onStall: () => void): NodeJS.Timeout {
    let pieces = -1
    let since = performance.now()
    let heldLooks = 0
    let usage = performance.eventLoopUtilization()
    return setInterval(() => {
      const current = Atomics.load(shared, PIECES)
      if (current !== pieces || heldLooks > 0) since = performance.now()
      pieces = current
      if (performance.now() - since >= stallMs) onStall()
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, usage)
      usage = now
      const isHeld = yieldsToRequests && utilization > BUSY_SHARE && heldLooks < HELD_LOOKS_MAX
      heldLooks = isHeld ? heldLooks + 1 : 0
      hold(isHeld)
    }, LOOK_EVERY_MS)
  }

  async function analyse(request: AnalysisRequest, signal: AbortSignal): Promise<FileSound> {
    signal.throwIfAborted()
    const thread = started()
    thread.ref()
    const { promise, resolve, reject } = Promise.withResolvers<FileSound>()
    const onMessage = (answer: Answer) => ('sound' in answer ? resolve(answer.sound) : reject(answer.error))
    const onGone = () => reject(new AnalysisFailed('The thread has ended'))
    const onAbort = () => reject(signal.reason)
    thread.on('message', onMessage)
    thread.on('error', onGone)
    thread.on('exit', onGone)
    signal.addEventListener('abort', onAbort)
    const timer = watch(() => reject(new AnalysisFailed('Nothing was decoded for too long')))
    let isDone = false
    try {
      thread.postMessage(request)
      const sound = await promise
      isDone = true
      return sound
    } finally {
      clearInterval(timer)
      hold(false)
      thread.off('message', onMessage)
      thread.off('error', onGone)
      thread.off('exit', onGone)
      signal.removeEventListener('abort', onAbort)
      if (isDone) thread.unref()
      else await end()
    }
  }

  return { analyse, end }
}
