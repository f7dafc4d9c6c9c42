import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** What is missing: a network, or an answer of the server. */
export type LostConnection = 'network' | 'server'

/** Whether calls get answers, judged by the last attempt to read the account. */
export const connection = createStore<{ lost: LostConnection | undefined }>(() => ({ lost: undefined }))

export function isConnectionLost(): boolean {
  return connection.getState().lost !== undefined
}

/** `isConnectionLost` as a hook. */
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
 * Subscribes to calls that got no answer. One alone does not mean that the connection is lost.
 * @returns a function that unsubscribes
 */
export function onUnanswered(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function emitUnanswered(): void {
  for (const listener of listeners) listener()
}
