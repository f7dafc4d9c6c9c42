import type { ServerResponse } from 'node:http'
import { rateLimited, unauthenticated } from '@tonarchiv/contract/refusal'
import { RecentMoments } from '#platform/recent-moments.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import type { Caller } from '#access/caller.ts'

/** Maximum number of streams of one account. See docs/security-requirements.md A-16. */
const STREAMS_AT_ONCE = 6
const RETRY_AFTER_SECONDS = 10
/** How long a stream waits for the end of another, and how many of one account wait. */
const WAITING_MS = 10_000
const WAITING_PER_ACCOUNT_MAX = 60
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
  ): Promise<() => void>
  /**
   * The same streams, for players that request a whole queue at once: a stream too many waits a while for the end of
   * another of its account.
   */
  patient: Pick<RunningStreams, 'enter'>
  /** Whether this process is sending a stream that was requested with this session or credential. */
  areRunning(sessionId: string): boolean
  /** Ends the streams of files that were removed. */
  cut(files: readonly string[]): void
}

/**
 * Ends streams when their session ends or their account loses archive access. See
 * docs/security-requirements.md A-09.
 */
export function runningStreams(
  { events }: Pick<Services, 'events'>,
  { waitMs = WAITING_MS }: { waitMs?: number } = {},
): RunningStreams {
  const running = new Set<RunningStream>()
  /** In the order of their requests. */
  const waiting = new Set<{ stream: RunningStream; settle: (hasPlace: boolean) => void }>()
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

  function countOf(userId: string): number {
    let count = 0
    for (const stream of running) if (stream.userId === userId) count += 1
    return count
  }

  /** The next waiting stream of the account takes the place at once. */
  function leave(stream: RunningStream): void {
    if (!running.delete(stream)) return
    const next = waiting.values().find(({ stream: { userId } }) => userId === stream.userId)
    if (next === undefined) return
    waiting.delete(next)
    running.add(next.stream)
    next.settle(true)
  }

  /** Whether the stream got a place; false when it waited too long or the client has disconnected. */
  async function hasPlaceSoon(stream: RunningStream): Promise<boolean> {
    const { promise, resolve: settle } = Promise.withResolvers<boolean>()
    const entry = { stream, settle }
    // Removed from the queue at once, so that it gets no place any more.
    const giveUp = () => {
      waiting.delete(entry)
      settle(false)
    }
    const timeout = setTimeout(giveUp, waitMs)
    stream.response.once('close', giveUp)
    waiting.add(entry)
    try {
      return await promise
    } finally {
      clearTimeout(timeout)
      stream.response.off('close', giveUp)
    }
  }

  function enterer({ isPatient }: { isPatient: boolean }): RunningStreams['enter'] {
    return async ({ id: userId, sessionId }, { file, response, requestedAt }) => {
      const stream = { userId, sessionId, file, response }
      if (countOf(userId) < STREAMS_AT_ONCE) running.add(stream)
      else {
        const others = waiting.values().filter((one) => one.stream.userId === userId)
        const mayWait = isPatient && [...others].length < WAITING_PER_ACCOUNT_MAX
        if (!mayWait || !(await hasPlaceSoon(stream))) throw tooMany()
      }
      // The session ended after the gate admitted the request, so no event would end this stream.
      if ([sessionId, userId].some((id) => ends.since(id, requestedAt) !== undefined)) {
        leave(stream)
        throw new Refused(unauthenticated)
      }
      return () => leave(stream)
    }
  }

  return {
    areRunning: (sessionId) => running.values().some((stream) => stream.sessionId === sessionId),
    cut: (files) => end(({ file }) => files.includes(file)),
    enter: enterer({ isPatient: false }),
    patient: { enter: enterer({ isPatient: true }) },
  }
}

function tooMany(): Refused {
  return new Refused(rateLimited, {
    values: { n: RETRY_AFTER_SECONDS },
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}
