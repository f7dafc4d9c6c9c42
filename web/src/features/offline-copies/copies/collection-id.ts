/** Identifies a collection: an album, a playlist or the favorites. */
export type CollectionId =
  | { kind: 'album'; id: string }
  | { kind: 'playlist'; id: string }
  | { kind: 'favorites' }

export function keyOf(collection: CollectionId): string {
  return collection.kind === 'favorites' ? 'favorites' : `${collection.kind}:${collection.id}`
}

/** The id of a collection, from a key that `keyOf` has returned. */
export function idOf(key: string): CollectionId {
  const [kind = '', ...id] = key.split(':')
  if (kind === 'album' || kind === 'playlist') return { kind, id: id.join(':') }
  return { kind: 'favorites' }
}
