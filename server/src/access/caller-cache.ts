import { growingCache } from '#platform/growing-cache.ts'
import type { Caller } from './caller.ts'

/**
 * How long a cached caller stays valid after rights ended in another process. docs/security-requirements.md A-09: at
 * most 1 s.
 */
const CACHE_TTL_MS = 500
const CACHE_MAX = 2000

/**
 * The callers of credentials that were used a moment ago, because players request one range of a file after the other.
 */
export interface CallerCache {
  /** Returns the cached caller of a credential, or loads it. A credential without a caller is not cached. */
  find(shown: string, load: () => Promise<Caller | undefined>): Promise<Caller | undefined>
  /**
   * Call it when sessions or rights have ended. Callers that are being loaded at this moment are not cached, either.
   */
  clear(): void
}

export function createCallerCache(): CallerCache {
  const cache = growingCache<string, Caller>(CACHE_MAX, { ttl: CACHE_TTL_MS })
  /** Counts the calls of `clear`: the result of a load that started before a call may be outdated. */
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
