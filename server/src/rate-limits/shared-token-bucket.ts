import type { Bus } from '#events/bus.ts'
import { sharedCounts } from './shared-counts.ts'

const BUCKETS_MAX = 10_000

export interface TokenBucketRules {
  /** How many at once. */
  burst: number
  /** How many in the long run. */
  perSecond: number
}

/** How often something may be done, by whoever does it: an account, or a subnet. */
export interface SharedTokenBucket {
  /** Takes one if there is one. @returns the seconds until the next one; 0 when it was taken */
  consume(by: string): number
}

/**
 * A token bucket for each name. What is taken in another process counts here, too, a quarter of a second late;
 * `subject` names the allowance among the processes.
 */
export function sharedTokenBucket(
  bus: Bus,
  subject: string,
  { burst, perSecond }: TokenBucketRules,
): SharedTokenBucket {
  const buckets = new Map<string, { left: number; at: number }>()
  const shared = sharedCounts(bus, subject, (by, count) => spend(by, count))

  /** @returns what was left before */
  function spend(by: string, count: number): number {
    const now = performance.now()
    const before = buckets.get(by) ?? { left: burst, at: now }
    const left = Math.min(burst, before.left + ((now - before.at) / 1000) * perSecond)
    // Who took last stands last, so that those who are long quiet are the first to be forgotten.
    buckets.delete(by)
    buckets.set(by, { left: left >= 1 ? Math.max(0, left - count) : left, at: now })
    const [oldest] = buckets.keys()
    if (buckets.size > BUCKETS_MAX && oldest !== undefined) buckets.delete(oldest)
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
