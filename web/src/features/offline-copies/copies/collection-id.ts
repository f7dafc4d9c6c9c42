/** Identifies a collection: what can be stored on this device. */
export type CollectionId =
  | { kind: 'album'; id: string }
  | { kind: 'playlist'; id: string }
  | { kind: 'favorites' }

export function keyOf(collection: CollectionId): string {
  return collection.kind === 'favorites' ? 'favorites' : `${collection.kind}:${collection.id}`
}

/** The id from which `keyOf` made this key. */
export function idOf(key: string): CollectionId {
  const [kind = '', ...id] = key.split(':')
  if (kind === 'album' || kind === 'playlist') return { kind, id: id.join(':') }
  return { kind: 'favorites' }
}
