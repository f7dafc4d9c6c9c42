import { watch } from 'node:fs/promises'

/** A copy of many files is imported when nothing has changed for this time. */
const QUIET_MS = 3000
/** Changes on network file systems, and those that the system did not report, are found after this time. */
const RESCAN_MS = 10 * 60 * 1000

/**
 * Yields after each change below a folder, once it has been quiet, and now and then without one. Ends with
 * `stop`.
 */
export async function* changesOf(
  folder: string,
  stop: AbortSignal,
  writeLine: (line: string) => void,
  { quietMs = QUIET_MS, rescanMs = RESCAN_MS } = {},
): AsyncGenerator<void> {
  let lastChangeAt: number | undefined
  let wake: (() => void) | undefined
  const watching = (async () => {
    try {
      for await (const _event of watch(folder, { recursive: true, signal: stop })) {
        lastChangeAt = performance.now()
        wake?.()
      }
    } catch (error) {
      if (stop.aborted) return
      const reason = error instanceof Error ? error.message : String(error)
      writeLine(`The system does not report changes (${reason}); the folder is read every 10 minutes.`)
    }
  })()
  const onStop = () => wake?.()
  stop.addEventListener('abort', onStop)
  let readAt = performance.now()
  while (!stop.aborted) {
    const now = performance.now()
    const dueAt = lastChangeAt === undefined ? readAt + rescanMs : lastChangeAt + quietMs
    if (now >= dueAt) {
      lastChangeAt = undefined
      yield
      readAt = performance.now()
      continue
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    wake = resolve
    const timer = setTimeout(resolve, dueAt - now)
    await promise
    clearTimeout(timer)
  }
  stop.removeEventListener('abort', onStop)
  await watching
}
