const listeners = new Set<() => void>()

/** Calls back when the server has answered a call. Returns the way to stop. */
export function onServerResponse(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Says that the server has answered a call, so that whoever waits for it need not wait longer. */
export function emitServerResponse(): void {
  for (const listener of listeners) listener()
}
