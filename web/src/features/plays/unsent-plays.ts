import '#client/zod-config.ts'
import { LATE_PLAY_DAYS } from '@tonarchiv/contract/plays'
import * as z from 'zod/mini'

/** Limit of stored plays: more than a member plays in a month without a connection. */
const MOST = 3000

const UnsentPlay = z.object({
  /** The account of the play, because several accounts may use the browser. */
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
  /** `rejected` is final; `later`: it has to be sent again. */
  send: (play: UnsentPlay) => Promise<'counted' | 'rejected' | 'later'>
  now?: () => number
}

/**
 * Plays that are not confirmed: each is stored before it is sent, and removed when the server has answered.
 */
export interface UnsentPlays {
  add: (play: UnsentPlay) => void
  /** Sends the plays of this account, oldest first, until one fails; returns how many were counted. */
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
        // Read again, because another tab may have added a play meanwhile.
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
