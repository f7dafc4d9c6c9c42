import { Worker } from 'node:worker_threads'
import type { AudioInfo } from '../info/audio-info.ts'
import type { VideoInfo } from '../info/video-info.ts'

/** Limits of the JavaScript heap; the read buffers are small and not included. */
const LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 }
/** How often within a file's time limit the thread is checked. */
const LOOKS = 4
/** How long the start of a thread may take on a slow machine; it does not count as the time of a file. */
const START_LIMIT_MS = 60_000

/** The files to be read, and whether as audio or video. */
export interface ProbeKind {
  what: 'audio' | 'video'
  paths: readonly string[]
}

export type MediaInfo = AudioInfo | VideoInfo

/** The result of reading some files. After any kind but `read` the thread has ended. */
export type ProbeOutcome =
  | { kind: 'read'; info: MediaInfo[] }
  /** The file with this index took too long or too much memory. */
  | { kind: 'died'; index: number; reason: 'timeout' | 'too-much-work'; error: Error }
  /** The thread could not start: a fault of the server. */
  | { kind: 'failed'; error: Error }

/** A thread that reads files; it keeps the process alive only while it is reading. */
export interface ProbeThread {
  /** One call at a time. Never throws. */
  read(wanted: ProbeKind): Promise<ProbeOutcome>
  end(): Promise<void>
}

const NOT_BEGUN = -1

export function startProbeThread(file: URL, timeLimitMs: number): ProbeThread {
  const shared = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
  const progress = new Int32Array(shared)
  const worker = new Worker(file, { workerData: shared, resourceLimits: LIMITS })
  worker.unref()
  let settle: ((outcome: ProbeOutcome) => void) | undefined

  function died(reason: 'timeout' | 'too-much-work', error: Error): void {
    const index = Atomics.load(progress, 0)
    settle?.(index === NOT_BEGUN ? { kind: 'failed', error } : { kind: 'died', index, reason, error })
  }

  worker.on('message', (info: string) => settle?.({ kind: 'read', info: JSON.parse(info) }))
  worker.on('error', (error) =>
    died('too-much-work', error instanceof Error ? error : new Error(String(error))),
  )
  worker.on('exit', () => died('too-much-work', new Error('The thread has ended')))

  /** Ends the thread when one file exceeds its time limit. */
  function watch(): NodeJS.Timeout {
    let index = NOT_BEGUN
    let since = performance.now()
    return setInterval(() => {
      const current = Atomics.load(progress, 0)
      if (current !== index) {
        index = current
        since = performance.now()
      } else if (performance.now() - since >= (index === NOT_BEGUN ? START_LIMIT_MS : timeLimitMs)) {
        died('timeout', new Error('The file took too long'))
        void worker.terminate()
      }
    }, timeLimitMs / LOOKS)
  }

  return {
    read: async (wanted) => {
      Atomics.store(progress, 0, NOT_BEGUN)
      worker.ref()
      const watcher = watch()
      try {
        return await new Promise<ProbeOutcome>((resolve) => {
          settle = resolve
          worker.postMessage(wanted)
        })
      } finally {
        settle = undefined
        clearInterval(watcher)
        worker.unref()
      }
    },
    end: async () => {
      await worker.terminate()
    },
  }
}
