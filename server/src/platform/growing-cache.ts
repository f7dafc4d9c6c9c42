import { LRUCache } from 'lru-cache'

/**
 * An LRU cache of at most `max` entries. Its memory grows with the entries. LRUCache with its option `max` would
 * reserve the memory of all entries when it is created. For tens of thousands of entries that takes longer than the
 * rest of the server's start.
 */
export function growingCache<Key extends {}, Value extends {}>(
  max: number,
  options: Pick<LRUCache.Options<Key, Value, unknown>, 'ttl'> = {},
): LRUCache<Key, Value> {
  return new LRUCache<Key, Value>({ ...options, maxSize: max, sizeCalculation: () => 1 })
}
