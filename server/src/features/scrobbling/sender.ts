import type { ScrobbleService } from '@tonarchiv/contract/scrobbling'
import { backgroundWorker } from '#platform/background-worker.ts'
import { newId } from '#platform/ids.ts'
import { claimEnd, deliverPlays, type DeliveryServices } from './deliver-plays.ts'
import type { CircuitBreaker } from './services/circuit-breaker.ts'
import type { ScrobbleTarget } from './services/service.ts'
import { claimConnection, findDue } from './store/claims.ts'

interface Sender {
  /** Sends due plays now. Call it after the commit. */
  wake(): void
  close(): Promise<void>
}

/**
 * Sends queued plays to one service in the background. The plays of a connection are sent in their order. Several
 * connections are served at the same time.
 */
export function startSender(
  services: DeliveryServices,
  service: ScrobbleService,
  target: ScrobbleTarget,
  breaker: CircuitBreaker,
): Sender {
  const { db, now, log } = services
  const closing = new AbortController()
  const running = new Set<Promise<void>>()
  const search = backgroundWorker(startDue, (error) =>
    log.error({ err: error }, 'plays to be told could not be read'),
  )

  async function startDue(): Promise<void> {
    while (!closing.signal.aborted && running.size < breaker.room()) {
      const at = now()
      const due = await findDue(db, service, at.toISOString())
      if (due === undefined) return
      const claim = { id: due.id, me: newId() }
      if (!(await claimConnection(db, claim.id, claim.me, at.toISOString(), claimEnd(at)))) continue
      const work = deliverPlays(services, claim, { service, target, breaker, closing: closing.signal })
        .catch((error: unknown) =>
          log.error({ err: error, connectionId: claim.id }, 'plays could not be told'),
        )
        .finally(() => {
          running.delete(work)
          search.wake()
        })
      running.add(work)
    }
  }

  return {
    wake: search.wake,
    close: async () => {
      closing.abort()
      await search.close()
      await Promise.all(running)
    },
  }
}
