import { useSyncExternalStore } from 'react'
import { getStored, onStoredElsewhere, setStored } from '#client/signed-in-storage.ts'

const listeners = new Set<() => void>()

/**
 * Whether keys with printable characters work as shortcuts in this browser; members can switch that off (WCAG 2.1.4).
 */
export function areCharactersShortcuts(): boolean {
  return getStored('characterShortcuts') !== 'off'
}

export function useCharacterShortcuts(): boolean {
  return useSyncExternalStore(subscribe, areCharactersShortcuts)
}

export function setCharacterShortcuts(isOn: boolean): void {
  setStored('characterShortcuts', isOn ? undefined : 'off')
  listeners.forEach((changed) => changed())
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  const stop = onStoredElsewhere('characterShortcuts', changed)
  return () => {
    listeners.delete(changed)
    stop()
  }
}
