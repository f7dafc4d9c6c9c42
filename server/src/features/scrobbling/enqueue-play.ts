import { SCROBBLE_DAYS } from '@tonarchiv/contract/scrobbling'
import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'
import type { Services } from '#services.ts'
import { findScrobbleTrack } from './scrobble-tracks.ts'
import { lockListening, markDue } from './store/connections.ts'
import { deleteOverflow, hasPlay, insertPlay } from './store/queued-plays.ts'

/**
 * Minimum time between the beginnings of two plays of one track, because each play needs 30 seconds of listened time.
 * See docs/product.md §10.1.
 */
const SAME_PLAY_MS = 30_000
/** Maximum number of queued plays of one connection. See docs/security-requirements.md R-11. */
const WAITING_MOST = 500
export const DAYS_MS = SCROBBLE_DAYS * 24 * 60 * 60 * 1000

interface NewPlay {
  userId: string
  /** The id or the file name of the track. */
  trackId: string
  startedAt: Date
  /** If given, the play is queued for this connection only. */
  connectionId?: string
}

/**
 * Queues a play for reporting, in the transaction of the play itself. A sender reports it later. A play is queued only
 * once.
 * @returns whether the play will be reported to any service
 * @throws Refused `notFound`
 */
export async function enqueuePlay(
  trx: Kysely<Schema>,
  { config, now, log }: Pick<Services, 'config' | 'now' | 'log'>,
  { userId, trackId, startedAt, connectionId }: NewPlay,
): Promise<boolean> {
  const connections = await lockListening(trx, userId, connectionId)
  if (connections.length === 0) return false
  const { id, isDiscreet, ...names } = await findScrobbleTrack(trx, trackId)
  if (isDiscreet && !config.scrobbling.tellsUnreleased) return false
  const moment = (shiftMs: number) => new Date(startedAt.getTime() + shiftMs).toISOString()
  for (const connection of connections) {
    if (await hasPlay(trx, connection.id, id, moment(-SAME_PLAY_MS), moment(SAME_PLAY_MS))) continue
    await insertPlay(trx, { ...names, connectionId: connection.id, trackId: id, startedAt: moment(0) })
    const lost = await deleteOverflow(trx, connection.id, WAITING_MOST)
    if (lost > 0) log.warn({ connectionId: connection.id, plays: lost }, 'too many plays wait to be told')
    // Without a valid key the plays stay queued until the member connects again.
    if (connection.lostAt === null) await markDue(trx, connection.id, now().toISOString())
  }
  return true
}
