import { Worker } from 'node:worker_threads'
import type { AudioInfo } from '../audio-info.ts'
import type { VideoInfo } from '../video-info.ts'

/** JavaScript's own memory; the windows a file is read through come on top and are small. */
const LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 }
/** How often in a file's time the thread is looked after. */
const LOOKS = 4
/** For a thread to come up on a busy machine; that is not the file's fault. */
const START_LIMIT_MS = 60_000

/** Files to be read, and as what. */
export interface ProbeKind {
  what: 'audio' | 'video'
  paths: readonly string[]
}

export type MediaInfo = AudioInfo | VideoInfo

/** How reading some files went. After anything but `read` the thread is gone. */
export type ProbeOutcome =
  | { kind: 'read'; info: MediaInfo[] }
  /** The file with this number took too long or too much memory. */
  | { kind: 'died'; index: number; reason: 'timeout' | 'too-much-work'; error: Error }
  /** The thread did not even begin: a fault of ours. */
  | { kind: 'failed'; error: Error }

/** A thread that reads files; it keeps the process alive only while it does. */
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

  /** Ends the thread when one file has held it for too long. */
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
