import type { ScrobbleService } from '@tonarchiv/contract/scrobbling'
import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'
import type { AppTimes } from '#feature.ts'
import type { Services } from '#services.ts'
import { createCircuitBreaker } from './services/circuit-breaker.ts'
import { findScrobbleTrack } from './scrobble-tracks.ts'
import { DAYS_MS, enqueuePlay } from './enqueue-play.ts'
import { type Lastfm, openLastfm } from './services/lastfm.ts'
import { type Listenbrainz, openListenbrainz } from './services/listenbrainz.ts'
import { createNowPlayingSender, limitNowPlaying } from './now-playing.ts'
import { startSender } from './sender.ts'
import type { ScrobbleTarget } from './services/service.ts'
import { type ConnectionRow, connectionsOf } from './store/connections.ts'
import { deleteOld } from './store/queued-plays.ts'

const LOOK_EVERY_MS = 15_000

/** The functions that other features use. */
export interface Scrobbler {
  lastfm: Lastfm | undefined
  listenbrainz: Listenbrainz | undefined
  /** Called for a play that counts, within its transaction. */
  enqueuePlay(
    trx: Kysely<Schema>,
    play: { userId: string; trackId: string; startedAt: Date; connectionId?: string },
  ): Promise<boolean>
  /** Checks for due plays. Call it after the commit. */
  wake(): void
  /**
   * Reports in the background, over these connections, that a track is playing.
   * @returns whether it is reported to any service
   * @throws Refused `notFound`
   */
  createNowPlayingSender(connections: readonly ConnectionRow[], trackId: string): Promise<boolean>
  /**
   * Reports the track that an account plays to all services that it has connected, in the background.
   * @returns whether the track is reported to any service
   * @throws Refused `rateLimited`, `notFound`
   */
  reportNowPlaying(userId: string, trackId: string): Promise<boolean>
  close(): Promise<void>
}

/** Starts the senders for the configured services. */
export function openScrobbling(
  services: Services,
  { lookForPlaysEveryMs = LOOK_EVERY_MS }: Pick<AppTimes, 'lookForPlaysEveryMs'> = {},
): Scrobbler {
  const { db, config, now } = services
  const lastfm = config.scrobbling.lastfm && openLastfm(config.scrobbling.lastfm)
  const listenbrainz = config.scrobbling.listenbrainz && openListenbrainz(config.scrobbling.listenbrainz)

  function start(service: ScrobbleService, target: ScrobbleTarget | undefined) {
    if (target === undefined) return undefined
    const breaker = createCircuitBreaker(now)
    return {
      sender: startSender(services, service, target, breaker),
      nowPlaying: createNowPlayingSender(services, target, breaker),
    }
  }
  const running = { lastfm: start('lastfm', lastfm), listenbrainz: start('listenbrainz', listenbrainz) }
  const all = Object.values(running).filter((one) => one !== undefined)

  const wake = () => {
    for (const { sender } of all) sender.wake()
  }
  const timer = setInterval(wake, lookForPlaysEveryMs)
  timer.unref()
  // Sends the plays that were still queued when the previous process ended.
  wake()

  async function sendNowPlaying(connections: readonly ConnectionRow[], trackId: string): Promise<boolean> {
    const listening = connections.filter(({ isPaused, lostAt }) => isPaused === 0 && lostAt === null)
    const { isDiscreet, ...track } = await findScrobbleTrack(db, trackId)
    if (isDiscreet && !config.scrobbling.tellsUnreleased) return false
    for (const connection of listening) running[connection.service]?.nowPlaying.send(connection, track)
    return listening.length > 0
  }

  return {
    lastfm,
    listenbrainz,
    wake,
    enqueuePlay: async (trx, play) => enqueuePlay(trx, services, play),
    createNowPlayingSender: sendNowPlaying,
    reportNowPlaying: async (userId, trackId) => {
      await limitNowPlaying(services, userId)
      return sendNowPlaying(await connectionsOf(db, userId), trackId)
    },
    close: async () => {
      clearInterval(timer)
      await Promise.all(all.flatMap(({ sender, nowPlaying }) => [sender.close(), nowPlaying.close()]))
    },
  }
}

/** Deletes expired OAuth states, and plays that are too old to be reported. */
export async function cleanUpScrobbling({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  const time = now().getTime()
  // One day longer than a play can be reported. So no play is deleted that could be reported a second time.
  const startedBefore = new Date(time - DAYS_MS - 24 * 60 * 60 * 1000)
  await deleteOld(db, new Date(time).toISOString(), startedBefore.toISOString())
}
