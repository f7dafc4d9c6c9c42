import type { ServerResponse } from 'node:http'
import { rateLimited, unauthenticated } from '@tonarchiv/contract/refusal'
import { RecentMoments } from '#platform/recent-moments.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import type { Caller } from '#access/caller.ts'

/** Maximum number of streams of one account at a time. See docs/security-requirements.md A-16. */
const STREAMS_AT_ONCE = 6
const RETRY_AFTER_SECONDS = 10
/**
 * Maximum time that a stream waits for the end of another stream, and maximum number of waiting streams of one account.
 */
const WAITING_MS = 10_000
const WAITING_PER_ACCOUNT_MAX = 60
/** How long ended sessions are remembered. No request takes longer from the gate to its first byte. */
const ENDED_SESSIONS_TTL_MS = 60_000

interface RunningStream {
  userId: string
  sessionId: string
  file: string
  response: ServerResponse
}

/** The streams that this process is sending. */
export interface RunningStreams {
  /**
   * Adds a stream. `file` is the name by which `cut` finds it. `requestedAt` is the time at which the request arrived,
   * by the clock of `performance`.
   * @returns a function to call when the stream ends
   * @throws Refused `rateLimited` when the account has too many streams, `unauthenticated` when its rights have ended
   * since the gate admitted the request
   */
  enter(
    caller: Pick<Caller, 'id' | 'sessionId'>,
    stream: { file: string; response: ServerResponse; requestedAt: number },
  ): Promise<() => void>
  /**
   * Adds streams of players that request a whole queue at once. If the account has too many streams, the new stream
   * waits a while for the end of another one.
   */
  patient: Pick<RunningStreams, 'enter'>
  /** Whether this process is sending a stream that was requested with this session or credential. */
  areRunning(sessionId: string): boolean
  /** Ends the streams of files that were removed. */
  cut(files: readonly string[]): void
}

/**
 * Keeps the list of running streams. It ends them when their session ends or their account loses archive access. See
 * docs/security-requirements.md A-09.
 */
export function runningStreams(
  { events }: Pick<Services, 'events'>,
  { waitMs = WAITING_MS }: { waitMs?: number } = {},
): RunningStreams {
  const running = new Set<RunningStream>()
  /** The waiting streams, in the order of their requests. */
  const waiting = new Set<{ stream: RunningStream; settle: (hasPlace: boolean) => void }>()
  /** Sessions and accounts whose rights have recently ended or changed. */
  const ends = new RecentMoments<true>(ENDED_SESSIONS_TTL_MS)

  function end(isMeant: (stream: RunningStream) => boolean): void {
    for (const stream of running) if (isMeant(stream)) stream.response.destroy()
  }
  events.on('sessionsEnded', ({ sessionIds }) => {
    const ended = new Set(sessionIds)
    for (const id of ended) ends.note(id, true)
    end(({ sessionId }) => ended.has(sessionId))
  })
  // All streams of the account are ended. A client that still has access requests the rest of the file again.
  events.on('accessChanged', (change) => {
    ends.note(change.userId, true)
    end(({ userId }) => userId === change.userId)
  })

  function countOf(userId: string): number {
    let count = 0
    for (const stream of running) if (stream.userId === userId) count += 1
    return count
  }

  /** Removes a stream. The next waiting stream of the account starts at once. */
  function leave(stream: RunningStream): void {
    if (!running.delete(stream)) return
    const next = waiting.values().find(({ stream: { userId } }) => userId === stream.userId)
    if (next === undefined) return
    waiting.delete(next)
    running.add(next.stream)
    next.settle(true)
  }

  /** Waits until the stream may start. Returns false when it has waited too long or its client has disconnected. */
  async function hasPlaceSoon(stream: RunningStream): Promise<boolean> {
    const { promise, resolve: settle } = Promise.withResolvers<boolean>()
    const entry = { stream, settle }
    // Removes the stream from the queue at once, so that it is not started any more.
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
      // The session has ended after the gate admitted the request, so no further event would end this stream.
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
