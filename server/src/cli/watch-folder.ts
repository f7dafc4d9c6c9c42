import { type FSWatcher, watch } from 'node:fs'

/** Files that are being copied are imported when nothing has changed for this time. */
const QUIET_MS = 3000
/**
 * Interval of regular imports. They find changes on network file systems, and other changes that the system does not
 * report.
 */
const RESCAN_MS = 10 * 60 * 1000

/** Reports the changes below a folder. */
export interface FolderWatch {
  /**
   * Yields when nothing has changed for `QUIET_MS` after a change, and also at regular intervals. Ends when the stop
   * signal is aborted.
   */
  changes(): AsyncGenerator<void>
}

/**
 * Watches a folder and everything below it. Changes are noticed from this call on, even before the first call of
 * `changes`. `onUnreported` is called with the reason when the system does not report changes. `changes` then yields
 * only at regular intervals.
 */
export function watchFolder(
  folder: string,
  stop: AbortSignal,
  onUnreported: (reason: string) => void,
  rescanMs = RESCAN_MS,
): FolderWatch {
  let lastChangeAt: number | undefined
  let wake: (() => void) | undefined
  const failed = (error: unknown) => onUnreported(error instanceof Error ? error.message : String(error))
  try {
    const watcher: FSWatcher = watch(folder, { recursive: true, signal: stop }, () => {
      lastChangeAt = performance.now()
      wake?.()
    })
    watcher.on('error', failed)
  } catch (error) {
    failed(error)
  }
  stop.addEventListener('abort', () => wake?.())

  async function untilDue(dueAt: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    wake = resolve
    const timer = setTimeout(resolve, dueAt - performance.now())
    await promise
    clearTimeout(timer)
  }

  return {
    changes: async function* changes() {
      let readAt = performance.now()
      while (!stop.aborted) {
        const dueAt = lastChangeAt === undefined ? readAt + rescanMs : lastChangeAt + QUIET_MS
        if (performance.now() < dueAt) {
          await untilDue(dueAt)
          continue
        }
        lastChangeAt = undefined
        yield
        readAt = performance.now()
      }
    },
  }
}
