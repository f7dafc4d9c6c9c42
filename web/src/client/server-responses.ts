const listeners = new Set<() => void>()

/**
 * Calls the listener at every response of the server.
 * @returns a function that unsubscribes
 */
export function onServerResponse(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Reports that the server has answered a call. Retries that are waiting can then run earlier. */
export function emitServerResponse(): void {
  for (const listener of listeners) listener()
}
