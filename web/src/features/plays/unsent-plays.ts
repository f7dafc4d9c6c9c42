import '#client/zod-config.ts'
import { LATE_PLAY_DAYS } from '@tonarchiv/contract/plays'
import * as z from 'zod/mini'

/** More than a listener plays during an outage. */
const MOST = 500

const UnsentPlay = z.object({
  /** The account of the play, because the browser may be shared. */
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
  /** Returns false when it has to be retried later. */
  send: (play: UnsentPlay) => Promise<boolean>
  now?: () => number
}

/**
 * Plays that are not confirmed: each is stored before it is sent, and removed when the server has answered.
 */
export interface UnsentPlays {
  add: (play: UnsentPlay) => void
  /** Sends the plays of this account, oldest first, until one fails. */
  send: (userId: string) => Promise<void>
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
    async send(userId) {
      for (;;) {
        const next = stored().find((play) => play.userId === userId)
        if (next === undefined || !(await send(next))) return
        // Read again: another tab may have added one in the meantime.
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
