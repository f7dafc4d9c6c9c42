/** What has changed: anything in the archive or in playlists, or the favorites alone. */
export type Changed = 'archive' | 'favorites'

const listeners = new Set<(changed: Changed) => void>()

/**
 * Subscribes to changes that may affect copies.
 * @returns a function that unsubscribes
 */
export function onArchiveChange(listener: (changed: Changed) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Reports a change, after which the affected collections are read again. */
export function emitArchiveChange(changed: Changed): void {
  for (const listener of listeners) listener(changed)
}
