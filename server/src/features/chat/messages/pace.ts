import { rateLimited } from '@tonarchiv/contract/refusal'
import type { Bus } from '#events/bus.ts'
import { sharedAllowance } from '#rate-limits/shared-allowance.ts'
import { Refused } from '#platform/refused.ts'

/**
 * Messages that may be sent or deleted at once, and each second in the long run.
 * See docs/security-requirements.md A-16.
 */
const BURST = 60
const PER_SECOND = 1

/** @throws Refused `rateLimited` when a member sends faster than people write */
export type Pace = (userId: string) => void

/** One pace for all processes. */
export function sendingPace(factor: number, bus: Bus): Pace {
  const rules = { burst: BURST * factor, perSecond: PER_SECOND * factor }
  const allowance = sharedAllowance(bus, 'messages', rules)
  return (userId) => {
    const seconds = Math.ceil(allowance.take(userId))
    if (seconds > 0) throw new Refused(rateLimited, { values: { n: seconds }, retryAfterSeconds: seconds })
  }
}
