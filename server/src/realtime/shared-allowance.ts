import type { Bus } from './bus.ts'
import { sharedCounts } from './shared-counts.ts'

const MEMBERS_KEPT = 10_000

export interface AllowanceRules {
  /** How many at once. */
  burst: number
  /** How many in the long run. */
  perSecond: number
}

/** How often each member may do something. */
export interface MemberAllowance {
  /** Takes one if there is one. @returns the seconds until the next one; 0 when it was taken */
  take(userId: string): number
}

/**
 * A token bucket for each member. What a member takes through another process counts here, too, a quarter of a second
 * late; `subject` names it among the processes.
 */
export function memberAllowance(
  bus: Bus,
  subject: string,
  { burst, perSecond }: AllowanceRules,
): MemberAllowance {
  const members = new Map<string, { left: number; at: number }>()
  const shared = sharedCounts(bus, subject, (userId, count) => spend(userId, count))

  /** @returns what was left before */
  function spend(userId: string, count: number): number {
    const now = performance.now()
    const before = members.get(userId) ?? { left: burst, at: now }
    const left = Math.min(burst, before.left + ((now - before.at) / 1000) * perSecond)
    // Who took last stands last, so that those who are long quiet are the first to be forgotten.
    members.delete(userId)
    members.set(userId, { left: left >= 1 ? Math.max(0, left - count) : left, at: now })
    const [quietest] = members.keys()
    if (members.size > MEMBERS_KEPT && quietest !== undefined) members.delete(quietest)
    return left
  }

  return {
    take: (userId) => {
      const left = spend(userId, 1)
      if (left < 1) return (1 - left) / perSecond
      shared.note(userId, 0)
      return 0
    },
  }
}
