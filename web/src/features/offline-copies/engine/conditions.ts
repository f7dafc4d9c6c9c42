import { connection } from '#client/connection.ts'
import { getStored, onStoredElsewhere, setStored } from '#client/signed-in-storage.ts'
import { currentConnection } from '#client/qualities.ts'
import type { WaitReason } from '../copies/view.ts'

/** Why loading must wait; undefined when it need not. */
export function waitReason(): WaitReason | undefined {
  if (connection.getState().lost !== undefined) return 'connection'
  return loadsOnWifiOnly() && currentConnection() === 'mobile' ? 'wifi' : undefined
}

/** Whether loading waits while the browser reports mobile data. That is the default. */
export function loadsOnWifiOnly(): boolean {
  return getStored('copiesOnWifiOnly') === undefined
}

const listeners = new Set<() => void>()

export function setLoadsOnWifiOnly(isOn: boolean): void {
  setStored('copiesOnWifiOnly', isOn ? undefined : 'off')
  for (const changed of listeners) changed()
}

/**
 * Calls `changed` when the conditions for loading may have changed.
 * @returns a function that unsubscribes
 */
export function followConditions(changed: () => void): () => void {
  const network: unknown = Reflect.get(navigator, 'connection')
  const isSource = network instanceof EventTarget
  if (isSource) network.addEventListener('change', changed)
  listeners.add(changed)
  const stops = [connection.subscribe(changed), onStoredElsewhere('copiesOnWifiOnly', changed)]
  return () => {
    if (isSource) network.removeEventListener('change', changed)
    listeners.delete(changed)
    for (const stop of stops) stop()
  }
}
