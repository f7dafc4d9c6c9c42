import { consume } from '#rate-limits/persistent-rate-limits.ts'
import type { Services } from '#services.ts'
import type { CircuitBreaker } from './services/circuit-breaker.ts'
import { keyOf } from './connections/connections.ts'
import type { ScrobbleTrack, ScrobbleTarget } from './services/service.ts'
import { type ConnectionRow, markLost } from './store/connections.ts'

/** A track that started longer ago than this is not reported any more. */
const FRESH_MS = 30_000

/** Limits the reports of an account. A member may skip many tracks, and each report may cause a call to a service. */
export async function limitNowPlaying(
  services: Pick<Services, 'db' | 'now' | 'secret' | 'config'>,
  userId: string,
): Promise<void> {
  await consume(services, [{ name: 'now playing', by: userId, maxAttempts: 600, windowSeconds: 3600 }])
}

/**
 * Reports the playing track to one service, in the background. A failed report is not repeated, because it would soon
 * be outdated.
 */
export interface NowPlaying {
  send(connection: ConnectionRow, track: ScrobbleTrack): void
  close(): Promise<void>
}

export function createNowPlayingSender(
  services: Pick<Services, 'db' | 'now' | 'log' | 'secret'>,
  target: ScrobbleTarget,
  breaker: CircuitBreaker,
): NowPlaying {
  const { db, now, log } = services
  /** The latest track of each connection that was not sent yet. A newer track replaces it. */
  const waiting = new Map<string, { connection: ConnectionRow; track: ScrobbleTrack; at: number }>()
  const closing = new AbortController()
  const running = new Map<string, Promise<void>>()

  function next(): void {
    for (const [id, { connection, track, at }] of waiting) {
      if (closing.signal.aborted || running.size >= breaker.room()) break
      if (running.has(id)) continue
      waiting.delete(id)
      if (now().getTime() - at > FRESH_MS) continue
      const work = send(connection, track)
        .catch((error: unknown) =>
          log.error({ err: error, connectionId: id }, 'what sounds could not be told'),
        )
        .finally(() => {
          running.delete(id)
          next()
        })
      running.set(id, work)
    }
  }

  async function send(connection: ConnectionRow, track: ScrobbleTrack): Promise<void> {
    const key = keyOf(services, connection)
    if (key === undefined) return
    const delivery = await target.nowPlaying(key, track, closing.signal)
    if (delivery.kind === 'taken' || closing.signal.aborted) return
    log.info(
      { connectionId: connection.id, service: connection.service, reason: delivery.reason },
      'the service was not told what sounds',
    )
    if (delivery.kind === 'later') breaker.failed()
    if (delivery.kind === 'lost') await markLost(db, connection, now().toISOString())
  }

  return {
    send: (connection, track) => {
      // No call may start while the circuit breaker is open, so the tracks are dropped.
      if (closing.signal.aborted || breaker.room() === 0) return
      waiting.delete(connection.id)
      waiting.set(connection.id, { connection, track, at: now().getTime() })
      next()
    },
    close: async () => {
      closing.abort()
      waiting.clear()
      await Promise.all(running.values())
    },
  }
}
