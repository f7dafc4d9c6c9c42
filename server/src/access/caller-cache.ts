import { growingCache } from '#platform/growing-cache.ts'
import type { Caller } from './caller.ts'

/**
 * How long a cached caller stays valid after another process has ended the caller's rights. At most 1 s is allowed, see
 * docs/security-requirements.md A-09.
 */
const CACHE_TTL_MS = 500
const CACHE_MAX = 2000

/**
 * Caches the callers of credentials that were just used, because players request one range of a file after the other.
 */
export interface CallerCache {
  /** Returns the cached caller of a credential, or loads it. A credential without a caller is not cached. */
  find(shown: string, load: () => Promise<Caller | undefined>): Promise<Caller | undefined>
  /**
   * Empties the cache. Call it when sessions or rights have ended. A caller that is being loaded at this moment is not
   * cached, either.
   */
  clear(): void
}

export function createCallerCache(): CallerCache {
  const cache = growingCache<string, Caller>(CACHE_MAX, { ttl: CACHE_TTL_MS })
  /**
   * The number of calls of `clear`. The result of a load is not cached if this number has changed since the load
   * started.
   */
  let currentGeneration = 0

  return {
    clear: () => {
      currentGeneration += 1
      cache.clear()
    },
    find: async (shown, load) => {
      const cached = cache.get(shown)
      if (cached !== undefined) return cached
      const requestedAt = currentGeneration
      const caller = await load()
      if (caller === undefined || currentGeneration !== requestedAt) return caller
      cache.set(shown, caller)
      return caller
    },
  }
}
