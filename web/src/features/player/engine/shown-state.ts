import { createStore, type StoreApi } from 'zustand/vanilla'
import type { PlayerState } from './player-state.ts'

/**
 * Milliseconds by which screens may follow a press, too few to be noticed: drawing another track takes the browser as
 * long as requesting its sound, and the sound comes first.
 */
const DRAWN_AFTER = 50

/** The same state; one that only awaits its sound shows once that is there, or a moment later. */
export function shownLater(state: StoreApi<PlayerState>): StoreApi<PlayerState> {
  const shown = createStore<PlayerState>(() => state.getState())
  let pending: ReturnType<typeof setTimeout> | undefined
  const show = () => {
    clearTimeout(pending)
    pending = undefined
    shown.setState(state.getState(), true)
  }
  state.subscribe((now, before) => {
    const isOther = now.track !== before.track || now.status !== before.status
    if (now.status !== 'loading' || (!isOther && pending === undefined)) show()
    // Counted from the end of the task with the press, however long that takes.
    else
      pending ??= setTimeout(() => {
        pending = setTimeout(show, DRAWN_AFTER)
      })
  })
  return shown
}
