import { createStore, type StoreApi } from 'zustand/vanilla'
import { useSyncExternalStore } from 'react'
import { shownState } from './player-instance.ts'
import type { PlayerState } from './playback/player-state.ts'

let visible: StoreApi<PlayerState> | undefined

/** The state while the page is shown: in the background it does not change. */
export function visibleState(): StoreApi<PlayerState> {
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

/**
 * As `usePlayer`, for what moves all the time: nothing is drawn while the page is in the background.
 * @param isCovered - something lies over it: it does not change for the position either
 */
export function useVisiblePlayer<T>(read: (state: PlayerState) => T, isCovered = false): T {
  const { subscribe, getState } = visibleState()
  const get = () => read(getState())
  return useSyncExternalStore(isCovered ? never : subscribe, get, get)
}

function never(): () => void {
  return () => undefined
}
