import type { Changed } from '../copies/archive-changes.ts'

/** Milliseconds over which browsers spread their reads after a change of the archive. */
const SPREAD = 30_000
/** Milliseconds in which several changes of the favorites cause one read. */
const FAVORITES_PAUSE = 3000

/**
 * Delays and combines reads after changes.
 * @returns a function to call with each change; `refresh` is called later, once for all changes until then
 */
export function createRefreshSoon(
  refresh: (changed: Changed) => void,
  signal: AbortSignal,
): (changed: Changed) => void {
  const timers = new Map<Changed, ReturnType<typeof setTimeout>>()
  signal.addEventListener('abort', () => {
    for (const timer of timers.values()) clearTimeout(timer)
  })
  return (changed) => {
    if (signal.aborted || timers.has(changed)) return
    const pause = changed === 'favorites' ? FAVORITES_PAUSE : Math.random() * SPREAD
    const due = () => {
      timers.delete(changed)
      refresh(changed)
    }
    timers.set(changed, setTimeout(due, pause))
  }
}
