import type { Changed as Change } from '../copies/archive-changes.ts'

type Changed = Exclude<Change, 'access'>

/**
 * After a change of the archive, each browser reads at a random time within this many milliseconds, so that not all of
 * them read at once.
 */
const SPREAD = 30_000
/** Changes of the favorites within this many milliseconds cause only one read. */
const FAVORITES_PAUSE = 3000

/**
 * Delays the reads that follow changes, and combines several of them into one.
 * @returns a function that must be called at each change; it calls `refresh` later, once for all changes of a kind
 * until then
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
