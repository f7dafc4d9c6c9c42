import { createStore, type StoreApi } from 'zustand/vanilla'
import { useSyncExternalStore } from 'react'
import { shownState } from './player-instance.ts'
import type { PlayerState } from './playback/player-state.ts'

let visible: StoreApi<PlayerState> | undefined

/**
 * A copy of the displayed player state that changes only while the page is visible, and not while it is in the
 * background.
 */
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
 * Like `usePlayer`, for values that change several times a second: nothing is rendered while the page is in the
 * background.
 * @param isCovered - whether another element covers the component: then no change of the state renders the component
 */
export function useVisiblePlayer<T>(read: (state: PlayerState) => T, isCovered = false): T {
  const { subscribe, getState } = visibleState()
  const get = () => read(getState())
  return useSyncExternalStore(isCovered ? never : subscribe, get, get)
}

function never(): () => void {
  return () => undefined
}
