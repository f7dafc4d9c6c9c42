import { rateLimited } from '@tonarchiv/contract/refusal'
import { Refused } from '#refused.ts'

/** Messages that may be sent at once, and each second in the long run. security A-16. */
const BURST = 60
const PER_SECOND = 1
const SENDERS_KEPT = 10_000

/** @throws Refused `rateLimited` when somebody sends faster than people write */
export type Pace = (userId: string) => void

export function sendingPace(factor: number): Pace {
  const burst = BURST * factor
  const perSecond = PER_SECOND * factor
  const senders = new Map<string, { left: number; at: number }>()
  return (userId) => {
    const now = performance.now()
    const before = senders.get(userId) ?? { left: burst, at: now }
    const left = Math.min(burst, before.left + ((now - before.at) / 1000) * perSecond)
    // Who sent last stands last, so that those who are long quiet are the first to be forgotten.
    senders.delete(userId)
    senders.set(userId, { left: left >= 1 ? left - 1 : left, at: now })
    const [quietest] = senders.keys()
    if (senders.size > SENDERS_KEPT && quietest !== undefined) senders.delete(quietest)
    if (left >= 1) return
    const seconds = Math.ceil((1 - left) / perSecond)
    throw new Refused(rateLimited, { values: { n: seconds }, retryAfterSeconds: seconds })
  }
}
