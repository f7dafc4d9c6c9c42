import { createStore, type StoreApi } from 'zustand/vanilla'
import type { PlayerState } from './player-state.ts'

/**
 * Milliseconds, counted from the end of the task with the press, by which screens follow: drawing takes long, and a
 * browser asks for the sound only some tasks later.
 */
const DRAWN_AFTER = 10

/** The same state; another track or status shows a moment later, so that the sound is asked for before all is drawn. */
export function shownLater(state: StoreApi<PlayerState>): StoreApi<PlayerState> {
  const shown = createStore<PlayerState>(() => state.getState())
  let pending: ReturnType<typeof setTimeout> | undefined
  const show = () => {
    pending = undefined
    shown.setState(state.getState(), true)
  }
  state.subscribe((now, before) => {
    if (pending !== undefined) return
    if (now.track !== before.track || now.status !== before.status)
      pending = setTimeout(() => setTimeout(show, DRAWN_AFTER))
    else show()
  })
  return shown
}
