import '#client/zod-config.ts'
import { LATE_PLAY_DAYS } from '@tonarchiv/contract/plays'
import * as z from 'zod/mini'

/** Maximum number of stored plays: more than a member plays in a month without a connection. */
const MOST = 3000

const UnsentPlay = z.object({
  /** The id of the account that has played, because several accounts may use this browser. */
  userId: z.string(),
  trackId: z.string(),
  startedAt: z.string(),
  heardAt: z.string(),
  positionSeconds: z.number(),
})
export type UnsentPlay = z.infer<typeof UnsentPlay>

interface UnsentPlaysDependencies {
  read: () => string | undefined
  write: (text: string | undefined) => void
  /** Sends a play to the server. `rejected` is final; with `later` the play must be sent again. */
  send: (play: UnsentPlay) => Promise<'counted' | 'rejected' | 'later'>
  now?: () => number
}

/**
 * Plays that the server has not confirmed. Each play is stored before it is sent, and removed when the server has
 * answered.
 */
export interface UnsentPlays {
  add: (play: UnsentPlay) => void
  /**
   * Sends the plays of this account, oldest first, until one must be sent later. Resolves with the number of counted
   * plays.
   */
  send: (userId: string) => Promise<number>
  count: (userId: string) => number
}

export function createUnsentPlays({
  read,
  write,
  send,
  now = Date.now,
}: UnsentPlaysDependencies): UnsentPlays {
  function stored(): UnsentPlay[] {
    const parsed = z.array(UnsentPlay).safeParse(jsonOf(read()))
    const notBefore = now() - LATE_PLAY_DAYS * 24 * 3_600_000
    return parsed.success ? parsed.data.filter(({ heardAt }) => Date.parse(heardAt) >= notBefore) : []
  }
  function store(plays: readonly UnsentPlay[]) {
    write(plays.length === 0 ? undefined : JSON.stringify(plays.slice(-MOST)))
  }
  return {
    add: (play) => store([...stored(), play]),
    count: (userId) => stored().filter((play) => play.userId === userId).length,
    async send(userId) {
      for (let counted = 0; ;) {
        const next = stored().find((play) => play.userId === userId)
        const result = next && (await send(next))
        if (next === undefined || result === 'later') return counted
        if (result === 'counted') counted += 1
        // The stored plays are read again, because another tab may have added one meanwhile.
        store(stored().filter((play) => !isSame(play, next)))
      }
    },
  }
}

function isSame(one: UnsentPlay, other: UnsentPlay): boolean {
  return one.userId === other.userId && one.trackId === other.trackId && one.heardAt === other.heardAt
}

function jsonOf(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
