const listeners = new Set<() => void>()

/**
 * Subscribes to responses of the server.
 * @returns a function that unsubscribes
 */
export function onServerResponse(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Reports that the server has answered a call, so that pending retries can run earlier. */
export function emitServerResponse(): void {
  for (const listener of listeners) listener()
}
