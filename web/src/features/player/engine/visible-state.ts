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
 * Like `usePlayer`, for state that changes all the time: nothing is rendered while the page is in the background.
 * @param isCovered - whether something covers the component: then no change of the state renders it
 */
export function useVisiblePlayer<T>(read: (state: PlayerState) => T, isCovered = false): T {
  const { subscribe, getState } = visibleState()
  const get = () => read(getState())
  return useSyncExternalStore(isCovered ? never : subscribe, get, get)
}

function never(): () => void {
  return () => undefined
}
