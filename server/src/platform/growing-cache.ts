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

/** A cache that loads the values that it does not have. */
export interface LoadingCache<Value extends {}> {
  /** Returns the cached value of a key, or loads it. Undefined is not cached. */
  find<Loaded extends Value | undefined>(key: string, load: () => Promise<Loaded>): Promise<Value | Loaded>
  /** Empties the cache. A value that is being loaded at this moment is not cached, either: it may be outdated. */
  clear(): void
}

/** `ttlMs` is how long a value stays valid, in milliseconds. */
export function loadingCache<Value extends {}>(max: number, ttlMs: number): LoadingCache<Value> {
  const cache = growingCache<string, Value>(max, { ttl: ttlMs })
  let timesCleared = 0
  return {
    clear: () => {
      timesCleared += 1
      cache.clear()
    },
    find: async (key, load) => {
      const cached = cache.get(key)
      if (cached !== undefined) return cached
      const before = timesCleared
      const loaded = await load()
      if (loaded !== undefined && timesCleared === before) cache.set(key, loaded)
      return loaded
    },
  }
}
