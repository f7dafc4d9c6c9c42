import type { Play } from '@tonarchiv/contract/plays'
import type { Caller } from '#access/caller.ts'
import { seenBy } from '#access/seen-by.ts'
import { consume } from '#rate-limits/persistent-rate-limits.ts'
import type { Services } from '#services.ts'
import { type NewPlay, type PlayFollower, recordPlay } from './plays.ts'

/** Maximum number of plays that a member reports in an hour. See docs/security-requirements.md A-16. */
const PLAYS_PER_HOUR = 240

/**
 * Counts a play that a member reports.
 * @throws Refused `rateLimited`, `notFound`, `playedJustNow`
 */
export type CountPlay = (caller: Caller, play: NewPlay) => Promise<Play>

/** Makes the function that counts plays. `follower` is notified of each play that counts. */
export function playCounter(services: Services, follower?: PlayFollower): CountPlay {
  return async (caller, play) => {
    await consume(services, [
      { name: 'plays', by: caller.id, maxAttempts: PLAYS_PER_HOUR, windowSeconds: 60 * 60 },
    ])
    return recordPlay(seenBy(services, caller), caller, play, follower)
  }
}
