import { useSyncExternalStore } from 'react'
import { getStored, onStoredElsewhere, setStored } from '#client/signed-in-storage.ts'
import type { Leveling } from './loudness-gain.ts'

const listeners = new Set<() => void>()

/** Whether this browser plays tracks or albums equally loud. The default is `album`. */
export function chosenLeveling(): Leveling {
  return getStored('soundLeveling') ?? 'album'
}

export function chooseLeveling(leveling: Leveling): void {
  setStored('soundLeveling', leveling === 'album' ? undefined : leveling)
  listeners.forEach((changed) => changed())
}

export function useLeveling(): Leveling {
  return useSyncExternalStore(onLeveling, chosenLeveling)
}

/** Subscribes to changes of the chosen leveling in all tabs. Returns a function that unsubscribes. */
export function onLeveling(changed: () => void): () => void {
  listeners.add(changed)
  const stop = onStoredElsewhere('soundLeveling', changed)
  return () => {
    listeners.delete(changed)
    stop()
  }
}
