import { useSyncExternalStore } from 'react'
import { getStored, onStoredElsewhere, setStored } from '#client/signed-in-storage.ts'

export const CROSSFADE_MAX = 12

const listeners = new Set<() => void>()

/** The seconds in which tracks of different albums fade into each other in this browser; 0 for no crossfade. */
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

/** Calls back when the choice was changed in this tab or another one; returns a function that unsubscribes. */
export function onCrossfade(changed: () => void): () => void {
  listeners.add(changed)
  const stop = onStoredElsewhere('soundCrossfade', changed)
  return () => {
    listeners.delete(changed)
    stop()
  }
}
