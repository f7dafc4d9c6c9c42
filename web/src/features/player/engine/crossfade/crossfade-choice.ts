import { useSyncExternalStore } from 'react'
import { getStored, onStoredElsewhere, setStored } from '#client/signed-in-storage.ts'

export const CROSSFADE_MAX = 12

const listeners = new Set<() => void>()

/**
 * The chosen length of crossfades in this browser, in seconds; 0 for no crossfade. Consecutive tracks of an album do
 * not fade.
 */
export function chosenCrossfade(): number {
  return getStored('soundCrossfade') ?? 0
}

export function chooseCrossfade(given: number): void {
  const seconds = Math.round(given)
  setStored('soundCrossfade', seconds === 0 ? undefined : seconds)
  listeners.forEach((changed) => changed())
}

export function useCrossfade(): number {
  return useSyncExternalStore(onCrossfade, chosenCrossfade)
}

/** Calls `changed` when the choice was changed in this tab or in another one; returns a function that unsubscribes. */
export function onCrossfade(changed: () => void): () => void {
  listeners.add(changed)
  const stop = onStoredElsewhere('soundCrossfade', changed)
  return () => {
    listeners.delete(changed)
    stop()
  }
}
