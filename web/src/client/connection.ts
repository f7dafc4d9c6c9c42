import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** What is missing: the network, or answers of the server. */
export type LostConnection = 'network' | 'server'

/** Whether calls are answered, as far as the last attempt to read the account has shown. */
export const connection = createStore<{ lost: LostConnection | undefined }>(() => ({ lost: undefined }))

export function isConnectionLost(): boolean {
  return connection.getState().lost !== undefined
}

/** `isConnectionLost` as a hook, which renders the component again after a change. */
export function useIsConnectionLost(): boolean {
  return useStore(connection, ({ lost }) => lost !== undefined)
}

export function reportLost(): void {
  connection.setState({ lost: navigator.onLine ? 'server' : 'network' })
}

export function reportConnected(): void {
  if (isConnectionLost()) connection.setState({ lost: undefined })
}

const listeners = new Set<() => void>()

/**
 * Subscribes to calls that got no response. A single such call does not mean that the connection is lost.
 * @returns a function that unsubscribes
 */
export function onUnanswered(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function emitUnanswered(): void {
  for (const listener of listeners) listener()
}
