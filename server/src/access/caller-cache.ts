import { growingCache } from '#platform/growing-cache.ts'
import type { Caller } from './caller.ts'

/** Rights that ended in another process hold on for so long. docs/security-requirements.md A-09: at most 1 s. */
const CACHE_TTL_MS = 500
const CACHE_MAX = 2000

/** Who showed which credential a moment ago, for players that request one range after the other. */
export interface CallerCache {
  /** Who it was, or who it is by asking; only the known are remembered. */
  find(shown: string, load: () => Promise<Caller | undefined>): Promise<Caller | undefined>
  /** Sessions or rights have ended; what is being loaded at this moment is not remembered either. */
  clear(): void
}

export function createCallerCache(): CallerCache {
  const cache = growingCache<string, Caller>(CACHE_MAX, { ttl: CACHE_TTL_MS })
  /** Counts the calls of `clear`: a load that was started before one may be outdated. */
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
