/**
 * What has changed: `archive` for anything in the archive or in playlists, `favorites` for the favorites alone, `access`
 * for what the account may play.
 */
export type Changed = 'archive' | 'favorites' | 'access'

const listeners = new Set<(changed: Changed) => void>()

/**
 * Subscribes to changes after which copies may be out of date.
 * @returns a function that unsubscribes
 */
export function onArchiveChange(listener: (changed: Changed) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Reports a change; the affected collections are then read again. */
export function emitArchiveChange(changed: Changed): void {
  for (const listener of listeners) listener(changed)
}
