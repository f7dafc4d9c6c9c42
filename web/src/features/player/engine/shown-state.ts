import { createStore, type StoreApi } from 'zustand/vanilla'
import type { PlayerState } from './playback/player-state.ts'

/**
 * Milliseconds by which the display of a track that is loading is delayed; too few to be noticed. Rendering another
 * track takes the browser as long as requesting its file, and the request has priority.
 */
const DRAWN_AFTER = 50

/**
 * A copy of the state for display. A track that is loading appears when it plays, or after `DRAWN_AFTER` milliseconds.
 */
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
    // The first timer runs after the task that handles the press; the delay is counted from then.
    else
      pending ??= setTimeout(() => {
        pending = setTimeout(show, DRAWN_AFTER)
      })
  })
  return shown
}
