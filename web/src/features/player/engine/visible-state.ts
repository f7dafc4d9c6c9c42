import { createStore, type StoreApi } from 'zustand/vanilla'
import { useStore } from 'zustand'
import { shownState } from './player-instance.ts'
import type { PlayerState } from './playback/player-state.ts'

let visible: StoreApi<PlayerState> | undefined

/** The state while the page is shown: in the background it does not change. */
function visibleState(): StoreApi<PlayerState> {
  visible ??= whileVisible(shownState())
  return visible
}

function whileVisible(state: StoreApi<PlayerState>): StoreApi<PlayerState> {
  const seen = createStore<PlayerState>(() => state.getState())
  const show = () => {
    if (!document.hidden) seen.setState(state.getState(), true)
  }
  state.subscribe(show)
  document.addEventListener('visibilitychange', show)
  return seen
}

/** As `usePlayer`, for what moves all the time: nothing is drawn while the page is in the background. */
export function useVisiblePlayer<T>(read: (state: PlayerState) => T): T {
  return useStore(visibleState(), read)
}
