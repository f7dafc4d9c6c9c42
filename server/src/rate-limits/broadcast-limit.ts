import type { Bus } from '#events/bus.ts'
import { sharedTokenBucket, type TokenBucketRules } from './shared-token-bucket.ts'

/**
 * Limits the broadcasts that one member can cause. The latest state is always sent, but it may be delayed.
 */
export interface BroadcastLimit<Kind extends string = BroadcastKind> {
  /**
   * Runs a broadcast now, or as soon as the member's token bucket permits. If several broadcasts of one kind wait, only
   * the latest runs.
   */
  run(userId: string, kind: Kind, broadcast: () => void): void
  close(): void
}

/** The kinds of broadcasts about a member. Of several waiting broadcasts of one kind only the latest matters. */
type BroadcastKind = 'typing' | 'status' | 'profile' | 'playlist'

/** Maximum number of broadcasts that one member may cause at once, and per second in the long run. */
export const BROADCASTS: TokenBucketRules = { burst: 20, perSecond: 1 }

/** Makes a limit. `subject` is its name on the bus. `factor` multiplies its rules. */
export function broadcastLimit<Kind extends string = BroadcastKind>(
  bus: Bus,
  subject: string,
  { burst, perSecond }: TokenBucketRules,
  factor: number,
): BroadcastLimit<Kind> {
  const rules = { burst: burst * factor, perSecond: perSecond * factor }
  const allowance = sharedTokenBucket(bus, subject, rules)
  const waiting = new Map<string, { timer: NodeJS.Timeout; byKind: Map<Kind, () => void> }>()

  function wait(userId: string, seconds: number, byKind: Map<Kind, () => void>): void {
    waiting.set(userId, { timer: setTimeout(() => runWaiting(userId, byKind), seconds * 1000), byKind })
  }

  function runWaiting(userId: string, byKind: Map<Kind, () => void>): void {
    const seconds = allowance.consume(userId)
    if (seconds > 0) return wait(userId, seconds, byKind)
    waiting.delete(userId)
    for (const broadcast of byKind.values()) broadcast()
  }

  return {
    run: (userId, kind, broadcast) => {
      const others = waiting.get(userId)
      if (others !== undefined) {
        others.byKind.set(kind, broadcast)
        return
      }
      const seconds = allowance.consume(userId)
      if (seconds === 0) broadcast()
      else wait(userId, seconds, new Map([[kind, broadcast]]))
    },
    close: () => {
      for (const { timer } of waiting.values()) clearTimeout(timer)
      waiting.clear()
    },
  }
}
