import type { ScrobbleService } from '@tonarchiv/contract/scrobbling'
import { findTracks } from '#features/catalog/index.ts'
import type { Services } from '#services.ts'
import { keyOf } from './connections/connections.ts'
import {
  deliveryAfter,
  type DeliveryEnd,
  type DeliveryEvent,
  type DeliveryState,
  INITIAL_DELIVERY,
  isSending,
  nextBatchSize,
} from './delivery-machine.ts'
import { DAYS_MS } from './enqueue-play.ts'
import { isDiscreet } from './scrobble-tracks.ts'
import type { CircuitBreaker } from './services/circuit-breaker.ts'
import type { Delivery, ScrobbleTarget } from './services/service.ts'
import { deleteExpiredPlays, nextWaiting, settle } from './store/queued-plays.ts'
import { changeClaimed, renewClaim } from './store/claims.ts'
import { type ConnectionRow, markLost } from './store/connections.ts'

/**
 * How long a claim lasts. While a process has claimed a connection, no other process sends its plays. The claim is
 * renewed before each call to the service, which takes at most 5 s.
 */
const CLAIM_MS = 60_000

export type DeliveryServices = Pick<Services, 'db' | 'now' | 'log' | 'secret' | 'config'>

/** A connection that this process has claimed, and the name of the claim. */
export interface Claim {
  id: string
  me: string
}

interface Target {
  service: ScrobbleService
  target: ScrobbleTarget
  breaker: CircuitBreaker
  /** Aborted when this process stops. */
  closing: AbortSignal
}

type Row = Awaited<ReturnType<typeof nextWaiting>>[number]

/** The time at which a claim expires that is made or renewed now. */
export function claimEnd(now: Date): string {
  return new Date(now.getTime() + CLAIM_MS).toISOString()
}

/** Sends the queued plays of a claimed connection in batches, and releases the connection. */
export async function deliverPlays(services: DeliveryServices, claim: Claim, to: Target): Promise<void> {
  let state: DeliveryState = INITIAL_DELIVERY
  while (isSending(state)) state = deliveryAfter(state, await sendNext(services, claim, to, state))
  await release(services, claim, to.service, state)
}

/** Sends the next batch of queued plays in one call to the service. */
async function sendNext(
  services: DeliveryServices,
  claim: Claim,
  to: Target,
  state: DeliveryState,
): Promise<DeliveryEvent> {
  const { db, now, log } = services
  const { id, me } = claim
  const connection = await renewClaim(db, id, me, claimEnd(now()))
  if (connection === undefined) return { type: 'stopped' }
  const oldest = new Date(now().getTime() - DAYS_MS).toISOString()
  const expired = await deleteExpiredPlays(db, id, oldest)
  if (expired > 0) log.warn({ connectionId: id, plays: expired }, 'plays could not be told for two weeks')
  const waiting = await nextWaiting(db, id, nextBatchSize(state, to.target.batch))
  if (waiting.length === 0) return { type: 'empty' }
  const plays = await withoutDiscreet(services, waiting)
  if (plays.length === 0) return { type: 'skipped' }
  const key = keyOf(services, connection)
  const delivery: Delivery =
    key === undefined
      ? { kind: 'lost', reason: 'sealed with another secret' }
      : await to.target.deliver(key, plays.map(playOf), to.closing)
  // The call was aborted because this process stops. The service has not failed.
  if (to.closing.aborted && delivery.kind === 'later') return { type: 'stopped' }
  if (delivery.kind === 'later') to.breaker.failed()
  else to.breaker.succeeded()
  return recordDelivery(services, { claim, connection, service: to.service }, plays, delivery)
}

/** Stores the result of a call for the plays that it contained. */
async function recordDelivery(
  { db, log, now }: DeliveryServices,
  { claim, connection, service }: { claim: Claim; connection: ConnectionRow; service: ScrobbleService },
  plays: readonly Row[],
  delivery: Delivery,
): Promise<DeliveryEvent> {
  const { tries } = connection
  if (delivery.kind === 'taken') {
    if (!(await settleDelivered(db, claim, plays, delivery.plays))) return { type: 'stopped' }
    return delivery.plays.includes('later')
      ? { type: 'failed', reason: 'too many for today', tries }
      : { type: 'accepted' }
  }
  const { kind, reason, retryAfterSeconds, isOperators } = delivery
  const logFields = { connectionId: claim.id, service, reason, plays: plays.length }
  if (kind === 'lost') {
    log.warn(logFields, 'a connection has to be made anew')
    await markLost(db, connection, now().toISOString())
    return { type: 'revoked' }
  }
  if (kind === 'later') {
    if (isOperators === true) log.error(logFields, 'the service refuses the credentials of this archive')
    return { type: 'failed', reason, tries, retryAfterSeconds }
  }
  if (plays.length === 1) {
    log.warn(logFields, 'a play was refused for good')
    await settle(
      db,
      plays.map((play) => play.id),
      'refused',
    )
  }
  return { type: 'rejected', plays: plays.length }
}

/**
 * The plays that may be reported. Plays of exclusive or unreleased music are settled without being reported; there can
 * be such plays because the music may have been marked after they were queued.
 */
async function withoutDiscreet(
  { db, config }: DeliveryServices,
  waiting: readonly Row[],
): Promise<readonly Row[]> {
  if (config.scrobbling.tellsUnreleased) return waiting
  const tracks = await findTracks(
    db,
    waiting.flatMap(({ trackId }) => trackId ?? []),
  )
  const { discreet = [], open = [] } = Object.groupBy(waiting, ({ trackId }) => {
    const track = trackId === null ? undefined : tracks.get(trackId)
    return track !== undefined && isDiscreet(track) ? 'discreet' : 'open'
  })
  await settle(
    db,
    discreet.map(({ id }) => id),
    'discreet',
  )
  return open
}

/** Settles plays. False when another process has claimed the connection. */
async function settleDelivered(
  db: Services['db'],
  { id, me }: Claim,
  plays: readonly Row[],
  ends: readonly ('sent' | 'refused' | 'later')[],
): Promise<boolean> {
  const idsOf = (end: string) => plays.filter((_play, index) => ends[index] === end).map((play) => play.id)
  return db.transaction().execute(async (trx) => {
    if (!(await changeClaimed(trx, id, me, { tries: 0 }))) return false
    const sent = await settle(trx, idsOf('sent'), 'sent')
    await settle(trx, idsOf('refused'), 'refused')
    return changeClaimed(trx, id, me, {}, sent)
  })
}

/** Releases the claim, and stores the state in which the delivery ended. */
async function release(
  { db, now, log }: DeliveryServices,
  claim: Claim,
  service: ScrobbleService,
  end: DeliveryEnd,
): Promise<void> {
  if (end.name === 'drained') return releaseDrained(db, claim, now().toISOString())
  const at = now()
  const released = { claimedBy: null, claimedUntil: at.toISOString() }
  if (end.name !== 'postponed') {
    await changeClaimed(db, claim.id, claim.me, released)
    return
  }
  const { reason, tries, pauseMs } = end
  log.warn({ connectionId: claim.id, service, reason, tries }, 'plays will be told later')
  const nextTryAt = new Date(at.getTime() + pauseMs).toISOString()
  await changeClaimed(db, claim.id, claim.me, { ...released, tries, nextTryAt })
}

/** Releases a connection without queued plays. The next play makes the connection due again. */
async function releaseDrained(db: Services['db'], { id, me }: Claim, at: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // This statement locks the row before plays are read. So a play that is stored at the same time is either found
    // here, or makes the connection due afterwards.
    if (!(await changeClaimed(trx, id, me, { nextTryAt: null, tries: 0 }))) return
    const [more] = await nextWaiting(trx, id, 1)
    await changeClaimed(trx, id, me, {
      nextTryAt: more === undefined ? null : at,
      claimedBy: null,
      claimedUntil: at,
    })
  })
}

function playOf({ title, artist, album, durationSeconds, startedAt }: Row) {
  return { title, artist, album, durationSeconds, startedAt: new Date(startedAt) }
}
