import type { ServerResponse } from 'node:http'
import { rateLimited, unauthenticated } from '@tonarchiv/contract/refusal'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import type { Caller } from '#access/caller.ts'

/** Of one account. See docs/security-requirements.md A-16. */
const STREAMS_AT_ONCE = 6
const RETRY_AFTER_SECONDS = 10
/** No request takes so long from the gate to its first byte. */
const ENDED_SESSIONS_TTL_MS = 60_000

interface RunningStream {
  userId: string
  sessionId: string
  file: string
  response: ServerResponse
}

/** All streams that are being sent. */
export interface RunningStreams {
  /**
   * `file`: the name by which `cut` knows it. `requestedAt`: when the request came, by the clock of `performance`. @returns the function to call at the stream's end.
   * @throws Refused `rateLimited` when the account has too many, `unauthenticated` when its rights ended on the way here
   */
  enter(
    caller: Pick<Caller, 'id' | 'sessionId'>,
    stream: { file: string; response: ServerResponse; requestedAt: number },
  ): () => void
  /** Ends the streams of files that are gone. */
  cut(files: readonly string[]): void
}

/**
 * Streams end at once when their session does, or when their account may no longer hear them.
 * See docs/security-requirements.md A-09.
 */
export function runningStreams({ events }: Pick<Services, 'events'>): RunningStreams {
  const running = new Set<RunningStream>()
  /** When the rights of these sessions and accounts ended or changed, oldest first. */
  const ends = new Map<string, number>()

  function noteEnd(id: string): void {
    const time = performance.now()
    for (const [other, endedAt] of ends) {
      if (time - endedAt < ENDED_SESSIONS_TTL_MS) break
      ends.delete(other)
    }
    ends.delete(id)
    ends.set(id, time)
  }

  function end(isMeant: (stream: RunningStream) => boolean): void {
    for (const stream of running) if (isMeant(stream)) stream.response.destroy()
  }
  events.on('sessionsEnded', ({ sessionIds }) => {
    const ended = new Set(sessionIds)
    for (const id of ended) noteEnd(id)
    end(({ sessionId }) => ended.has(sessionId))
  })
  // Whoever may still listen requests again for the rest.
  events.on('accessChanged', (change) => {
    noteEnd(change.userId)
    end(({ userId }) => userId === change.userId)
  })

  return {
    cut: (files) => end(({ file }) => files.includes(file)),
    enter: ({ id: userId, sessionId }, { file, response, requestedAt }) => {
      // Let in at the gate, but then the session ended: nobody would cut this stream.
      if (Math.max(ends.get(sessionId) ?? 0, ends.get(userId) ?? 0) >= requestedAt)
        throw new Refused(unauthenticated)
      let count = 0
      for (const stream of running) if (stream.userId === userId) count += 1
      if (count >= STREAMS_AT_ONCE) {
        throw new Refused(rateLimited, {
          values: { n: RETRY_AFTER_SECONDS },
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        })
      }
      const stream = { userId, sessionId, file, response }
      running.add(stream)
      return () => running.delete(stream)
    },
  }
}
