import { rateLimited } from '@tonarchiv/contract/refusal'
import type { Bus } from '#events/bus.ts'
import { sharedTokenBucket } from '#rate-limits/shared-token-bucket.ts'
import { Refused } from '#platform/refused.ts'

/**
 * Maximum number of messages that a member may send or delete at once, and per second in the long run; the same for
 * edits and reactions. See docs/security-requirements.md A-16.
 */
const BURST = 60
const PER_SECOND = 1

/** @throws Refused `rateLimited` when a member sends too fast */
export type RateLimitMessages = (userId: string) => void

/** Opens a rate limit, which all processes share; `name` is its name on the bus. */
export function messageRateLimiter(
  factor: number,
  bus: Bus,
  name: 'messages' | 'message-changes',
): RateLimitMessages {
  const rules = { burst: BURST * factor, perSecond: PER_SECOND * factor }
  const allowance = sharedTokenBucket(bus, name, rules)
  return (userId) => {
    const seconds = Math.ceil(allowance.consume(userId))
    if (seconds > 0) throw new Refused(rateLimited, { values: { n: seconds }, retryAfterSeconds: seconds })
  }
}
