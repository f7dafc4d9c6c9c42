/** What has changed: anything in the archive or in playlists, or the favorites alone. */
export type Changed = 'archive' | 'favorites'

const listeners = new Set<(changed: Changed) => void>()

/** Subscribes to changes of what may be kept on this device; returns a function that unsubscribes. */
export function onArchiveChange(listener: (changed: Changed) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Copies are read anew, soon. */
export function emitArchiveChange(changed: Changed): void {
  for (const listener of listeners) listener(changed)
}
