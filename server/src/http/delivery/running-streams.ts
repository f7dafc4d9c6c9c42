import type { ServerResponse } from 'node:http'
import { rateLimited, unauthenticated } from '@tonarchiv/contract/refusal'
import { RecentMoments } from '#platform/recent-moments.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import type { Caller } from '#access/caller.ts'

/** Most streams of one account. See docs/security-requirements.md A-16. */
const STREAMS_AT_ONCE = 6
const RETRY_AFTER_SECONDS = 10
/** Longer than any request takes from the gate to its first byte. */
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
   * `file`: the name that is passed to `cut`. `requestedAt`: when the request arrived, by the clock of
   * `performance`.
   * @returns a function to call at the stream's end
   * @throws Refused `rateLimited` when the account has too many streams, `unauthenticated` when its rights
   * ended since the gate
   */
  enter(
    caller: Pick<Caller, 'id' | 'sessionId'>,
    stream: { file: string; response: ServerResponse; requestedAt: number },
  ): () => void
  /** Whether this process is sending a stream that was requested with this session or credential. */
  areRunning(sessionId: string): boolean
  /** Ends the streams of files that were removed. */
  cut(files: readonly string[]): void
}

/**
 * Ends streams when their session ends or their account loses archive access. See
 * docs/security-requirements.md A-09.
 */
export function runningStreams({ events }: Pick<Services, 'events'>): RunningStreams {
  const running = new Set<RunningStream>()
  /** The sessions and accounts whose rights ended or changed. */
  const ends = new RecentMoments<true>(ENDED_SESSIONS_TTL_MS)

  function end(isMeant: (stream: RunningStream) => boolean): void {
    for (const stream of running) if (isMeant(stream)) stream.response.destroy()
  }
  events.on('sessionsEnded', ({ sessionIds }) => {
    const ended = new Set(sessionIds)
    for (const id of ended) ends.note(id, true)
    end(({ sessionId }) => ended.has(sessionId))
  })
  // A client that still has access requests the rest of the file again.
  events.on('accessChanged', (change) => {
    ends.note(change.userId, true)
    end(({ userId }) => userId === change.userId)
  })

  return {
    areRunning: (sessionId) => running.values().some((stream) => stream.sessionId === sessionId),
    cut: (files) => end(({ file }) => files.includes(file)),
    enter: ({ id: userId, sessionId }, { file, response, requestedAt }) => {
      // The session ended after the gate admitted the request, so no event would end this stream.
      if ([sessionId, userId].some((id) => ends.since(id, requestedAt) !== undefined))
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
