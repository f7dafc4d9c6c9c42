import type { Bus } from '#events/bus.ts'
import { growingCache } from '#platform/growing-cache.ts'
import { sharedCounts } from './shared-counts.ts'

const BUCKETS_MAX = 10_000

export interface TokenBucketRules {
  /** Maximum number of tokens at once. */
  burst: number
  /** Tokens per second in the long run. */
  perSecond: number
}

/** A rate limit by name. The name is that of an account or a client subnet. */
export interface SharedTokenBucket {
  /**
   * Takes one token if there is one.
   * @returns the seconds until the next token is available; 0 when a token was taken
   */
  consume(by: string): number
}

/**
 * Makes a token bucket for each name. Tokens that another process takes are counted here as well, a quarter of a second
 * later. `subject` is the name of this limit on the bus.
 */
export function sharedTokenBucket(
  bus: Bus,
  subject: string,
  { burst, perSecond }: TokenBucketRules,
): SharedTokenBucket {
  const buckets = growingCache<string, { left: number; at: number }>(BUCKETS_MAX)
  const shared = sharedCounts(bus, subject, (by, count) => spend(by, count))

  /**
   * Takes `count` tokens.
   * @returns the number of tokens before
   */
  function spend(by: string, count: number): number {
    const now = performance.now()
    const before = buckets.get(by) ?? { left: burst, at: now }
    const left = Math.min(burst, before.left + ((now - before.at) / 1000) * perSecond)
    buckets.set(by, { left: left >= 1 ? Math.max(0, left - count) : left, at: now })
    return left
  }

  return {
    consume: (by) => {
      const left = spend(by, 1)
      if (left < 1) return (1 - left) / perSecond
      shared.note(by, 0)
      return 0
    },
  }
}
