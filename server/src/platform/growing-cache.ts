import { LRUCache } from 'lru-cache'

/**
 * An LRU cache of at most `max` entries whose memory grows with them. With its option `max`, LRUCache reserves
 * the memory of all entries when it is created, which for tens of thousands takes longer than the rest of a start.
 */
export function growingCache<Key extends {}, Value extends {}>(
  max: number,
  options: Pick<LRUCache.Options<Key, Value, unknown>, 'ttl'> = {},
): LRUCache<Key, Value> {
  return new LRUCache<Key, Value>({ ...options, maxSize: max, sizeCalculation: () => 1 })
}
