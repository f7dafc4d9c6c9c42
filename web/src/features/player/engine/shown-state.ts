import { createStore, type StoreApi } from 'zustand/vanilla'
import type { PlayerState } from './playback/player-state.ts'

/**
 * Milliseconds by which screens may lag behind a press, too few to be noticed: rendering another track takes the
 * browser as long as requesting its file, and the request comes first.
 */
const DRAWN_AFTER = 50

/** The same state, delayed: a track that is loading is shown once it plays, or after `DRAWN_AFTER`. */
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
    // Counted from the end of the task that handles the press, however long it takes.
    else
      pending ??= setTimeout(() => {
        pending = setTimeout(show, DRAWN_AFTER)
      })
  })
  return shown
}
