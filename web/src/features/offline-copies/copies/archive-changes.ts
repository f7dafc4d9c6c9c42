const listeners = new Set<() => void>()

/** Subscribes to changes of what may be kept on this device; returns a function that unsubscribes. */
export function onArchiveChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The archive, a playlist or the favorites have changed: copies are read anew, soon. */
export function emitArchiveChange(): void {
  for (const listener of listeners) listener()
}
