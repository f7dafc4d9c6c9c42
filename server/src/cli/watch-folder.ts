import { type FSWatcher, watch } from 'node:fs'

/** A copy of many files is imported when nothing has changed for this time. */
const QUIET_MS = 3000
/** Changes on network file systems, and those that the system did not report, are found after this time. */
const RESCAN_MS = 10 * 60 * 1000

/** The changes below a folder. */
export interface FolderWatch {
  /**
   * Yields when nothing has changed for `QUIET_MS` after a change, and regularly without any change. Ends with the stop
   * signal.
   */
  changes(): AsyncGenerator<void>
}

/**
 * Watches a folder with everything below it from this call on, so that changes before the first call of `changes` are
 * not missed. `onUnreported` is called with the reason when the system does not report changes; the folder is then only
 * read regularly.
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
