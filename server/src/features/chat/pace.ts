import { rateLimited } from '@tonarchiv/contract/refusal'
import type { Bus } from '#realtime/bus.ts'
import { sharedCounts } from '#realtime/shared-counts.ts'
import { Refused } from '#refused.ts'

/** Messages that may be sent at once, and each second in the long run. security A-16. */
const BURST = 60
const PER_SECOND = 1
const SENDERS_KEPT = 10_000

/** @throws Refused `rateLimited` when somebody sends faster than people write */
export type Pace = (userId: string) => void

/** One pace for all processes: what somebody sends through another one counts here, too. */
export function sendingPace(factor: number, bus: Bus): Pace {
  const burst = BURST * factor
  const perSecond = PER_SECOND * factor
  const senders = new Map<string, { left: number; at: number }>()
  const shared = sharedCounts(bus, 'messages', (userId, count) => spend(userId, count))

  /** @returns what was left before */
  function spend(userId: string, count: number): number {
    const now = performance.now()
    const before = senders.get(userId) ?? { left: burst, at: now }
    const left = Math.min(burst, before.left + ((now - before.at) / 1000) * perSecond)
    // Who sent last stands last, so that those who are long quiet are the first to be forgotten.
    senders.delete(userId)
    senders.set(userId, { left: left >= 1 ? Math.max(0, left - count) : left, at: now })
    const [quietest] = senders.keys()
    if (senders.size > SENDERS_KEPT && quietest !== undefined) senders.delete(quietest)
    return left
  }

  return (userId) => {
    const left = spend(userId, 1)
    if (left >= 1) return shared.note(userId, 0)
    const seconds = Math.ceil((1 - left) / perSecond)
    throw new Refused(rateLimited, { values: { n: seconds }, retryAfterSeconds: seconds })
  }
}
