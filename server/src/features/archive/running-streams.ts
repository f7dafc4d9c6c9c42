import type { ServerResponse } from 'node:http'
import { rateLimited } from '@tonarchiv/contract/refusal'
import type { Caller } from '#http/caller.ts'
import { Refused } from '#refused.ts'
import type { Services } from '#services.ts'

/** Of one account. security A-16. */
const STREAMS_AT_ONCE = 6
const RETRY_AFTER_SECONDS = 10

interface RunningStream {
  userId: string
  sessionId: string
  response: ServerResponse
}

/** All streams that are being sent. */
export interface RunningStreams {
  /** @returns the function to call at its end. @throws Refused `rateLimited` when the account has too many */
  enter(caller: Caller, response: ServerResponse): () => void
}

/** Streams end at once when their session does, or when their account may no longer hear them. security A-09. */
export function runningStreams({ announcements }: Pick<Services, 'announcements'>): RunningStreams {
  const running = new Set<RunningStream>()

  function cut(isMeant: (stream: RunningStream) => boolean): void {
    for (const stream of running) if (isMeant(stream)) stream.response.destroy()
  }
  announcements.listen('sessionsEnded', ({ sessionIds }) => {
    const ended = new Set(sessionIds)
    cut(({ sessionId }) => ended.has(sessionId))
  })
  // Whoever may still listen asks again for the rest.
  announcements.listen('accessChanged', (change) => cut(({ userId }) => userId === change.userId))

  return {
    enter: ({ id: userId, sessionId }, response) => {
      let count = 0
      for (const stream of running) if (stream.userId === userId) count += 1
      if (count >= STREAMS_AT_ONCE) {
        throw new Refused(rateLimited, {
          values: { n: RETRY_AFTER_SECONDS },
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        })
      }
      const stream = { userId, sessionId, response }
      running.add(stream)
      return () => running.delete(stream)
    },
  }
}
