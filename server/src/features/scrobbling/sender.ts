import type { ScrobbleService } from '@tonarchiv/contract/scrobbling'
import { newId } from '#platform/ids.ts'
import { findTracks } from '#features/catalog/index.ts'
import type { Services } from '#services.ts'
import type { CircuitBreaker } from './services/circuit-breaker.ts'
import { isDiscreet } from './scrobble-tracks.ts'
import { DAYS_MS } from './enqueue-play.ts'
import { keyOf } from './connections/connections.ts'
import type { Delivery, ScrobbleTarget } from './services/service.ts'
import * as store from './store.ts'

/** Minutes before the 2nd, 3rd, … try; the last one counts on. */
const PAUSES_MINUTES = [1, 2, 5, 10, 20, 40, 60]
/** While a process tells a connection's plays, no other one does; renewed with every call, which takes 5 s at most. */
const CLAIM_MS = 60_000

interface Sender {
  /** Looks for what is due now; call it after the commit. */
  wake(): void
  close(): Promise<void>
}

type Needs = Pick<Services, 'db' | 'now' | 'log' | 'secret' | 'config'>
/** A connection that nobody else works on, and the name by which it is held. */
interface Claim {
  id: string
  me: string
}

type Row = Awaited<ReturnType<typeof store.nextWaiting>>[number]

/** Tells kept plays to one service in the background: each connection's in their order, several connections at once. */
export function startSender(
  services: Needs,
  service: ScrobbleService,
  target: ScrobbleTarget,
  breaker: CircuitBreaker,
): Sender {
  const { db, now, log } = services
  const closing = new AbortController()
  const running = new Set<Promise<void>>()
  let looking: Promise<void> | undefined
  let wokenMeanwhile = false

  const soon = (ms: number) => new Date(now().getTime() + ms).toISOString()

  function wake(): void {
    if (closing.signal.aborted) return
    if (looking !== undefined) {
      wokenMeanwhile = true
      return
    }
    looking = startDue()
      .catch((error: unknown) => log.error({ err: error }, 'plays to be told could not be read'))
      .finally(() => {
        looking = undefined
        if (!wokenMeanwhile) return
        wokenMeanwhile = false
        wake()
      })
  }

  async function startDue(): Promise<void> {
    while (!closing.signal.aborted && running.size < breaker.room()) {
      const at = now().toISOString()
      const due = await store.findDue(db, service, at)
      if (due === undefined) return
      const me = newId()
      if (!(await store.claim(db, due.id, me, at, soon(CLAIM_MS)))) continue
      const work = deliver({ id: due.id, me })
        .catch((error: unknown) => log.error({ err: error, connectionId: due.id }, 'plays could not be told'))
        .finally(() => {
          running.delete(work)
          wake()
        })
      running.add(work)
    }
  }

  /** Tells all that waits for a connection, batch by batch. */
  async function deliver(claim: Claim): Promise<void> {
    const { id, me } = claim
    // How many plays of a refused batch still go one by one, so that one bad play does not take others with it.
    let singly = 0
    for (;;) {
      const connection = await store.renewClaim(db, id, me, soon(CLAIM_MS))
      if (connection === undefined) return release(claim, {})
      const old = await store.deleteExpiredPlays(db, id, soon(-DAYS_MS))
      if (old > 0) log.warn({ connectionId: id, plays: old }, 'plays could not be told for two weeks')
      const waiting = await store.nextWaiting(db, id, singly > 0 ? 1 : target.batch)
      if (waiting.length === 0) return releaseWhenDone(claim)
      const plays = await withoutDiscreet(waiting)
      if (plays.length === 0) continue
      const key = keyOf(services, connection)
      const delivery: Delivery =
        key === undefined
          ? { kind: 'lost', reason: 'sealed with another secret' }
          : await target.deliver(key, plays.map(playOf), closing.signal)
      // Whatever this call has brought: it was cut off by our own end.
      if (closing.signal.aborted && delivery.kind === 'later') return release(claim, {})
      if (delivery.kind === 'taken') {
        breaker.succeeded()
        if (!(await settleDelivered(claim, plays, delivery.plays))) return
        if (delivery.plays.includes('later')) return postpone(claim, connection.tries, 'too many for today')
        if (singly > 0) singly -= 1
        continue
      }
      const logFields = { connectionId: id, service, reason: delivery.reason, plays: plays.length }
      if (delivery.kind === 'never') {
        breaker.succeeded()
        if (plays.length > 1) {
          singly = plays.length
          continue
        }
        log.warn(logFields, 'a play was refused for good')
        await store.settle(
          db,
          plays.map((play) => play.id),
          'refused',
        )
        if (singly > 0) singly -= 1
        continue
      }
      if (delivery.kind === 'lost') {
        breaker.succeeded()
        log.warn(logFields, 'a connection has to be made anew')
        await store.markLost(db, connection, now().toISOString())
        return release(claim, {})
      }
      breaker.failed()
      if (delivery.isOperators === true)
        log.error(logFields, 'the service refuses the credentials of this archive')
      return postpone(claim, connection.tries, delivery.reason, delivery.retryAfterSeconds)
    }
  }

  /** What has become music that must not leak since it was heard is not told. */
  async function withoutDiscreet(waiting: readonly Row[]): Promise<Row[]> {
    if (services.config.scrobbling.tellsUnreleased) return [...waiting]
    const tracks = await findTracks(
      db,
      waiting.flatMap(({ trackId }) => trackId ?? []),
    )
    const { discreet = [], open = [] } = Object.groupBy(waiting, ({ trackId }) => {
      const track = trackId === null ? undefined : tracks.get(trackId)
      return track !== undefined && isDiscreet(track) ? 'discreet' : 'open'
    })
    await store.settle(
      db,
      discreet.map(({ id }) => id),
      'discreet',
    )
    return open
  }

  /** False when the connection has gone meanwhile. */
  async function settleDelivered(
    { id, me }: Claim,
    plays: readonly Row[],
    ends: readonly ('sent' | 'refused' | 'later')[],
  ): Promise<boolean> {
    const idsOf = (end: string) => plays.filter((_play, index) => ends[index] === end).map((play) => play.id)
    return db.transaction().execute(async (trx) => {
      if (!(await store.changeClaimed(trx, id, me, { tries: 0 }))) return false
      const sent = await store.settle(trx, idsOf('sent'), 'sent')
      await store.settle(trx, idsOf('refused'), 'refused')
      return store.changeClaimed(trx, id, me, {}, sent)
    })
  }

  async function postpone(claim: Claim, tries: number, reason: string, retryAfterSeconds = 0): Promise<void> {
    const minutes = PAUSES_MINUTES[Math.min(tries, PAUSES_MINUTES.length - 1)] ?? 60
    const pauseMs = Math.max(minutes * 60_000, retryAfterSeconds * 1000)
    log.warn({ connectionId: claim.id, service, reason, tries: tries + 1 }, 'plays will be told later')
    await release(claim, { tries: tries + 1, nextTryAt: soon(pauseMs) })
  }

  /** Nothing waits: the connection is looked at again with the next play. */
  async function releaseWhenDone({ id, me }: Claim): Promise<void> {
    await db.transaction().execute(async (trx) => {
      // Held first, then looked at: a play that is being kept at this moment is seen, or makes it due again.
      if (!(await store.changeClaimed(trx, id, me, { nextTryAt: null, tries: 0 }))) return
      const [more] = await store.nextWaiting(trx, id, 1)
      const nextTryAt = more === undefined ? null : now().toISOString()
      await store.changeClaimed(trx, id, me, {
        nextTryAt,
        claimedBy: null,
        claimedUntil: now().toISOString(),
      })
    })
  }

  async function release({ id, me }: Claim, change: { tries?: number; nextTryAt?: string }): Promise<void> {
    await store.changeClaimed(db, id, me, { ...change, claimedBy: null, claimedUntil: now().toISOString() })
  }

  return {
    wake,
    close: async () => {
      closing.abort()
      await looking
      await Promise.all(running)
    },
  }
}

function playOf({ title, artist, album, durationSeconds, startedAt }: Row) {
  return { title, artist, album, durationSeconds, startedAt: new Date(startedAt) }
}
