import type { ScrobbleService } from '@tonarchiv/contract/scrobbling'
import { newId } from '#platform/ids.ts'
import { claimEnd, deliverPlays, type DeliveryServices } from './deliver-plays.ts'
import type { CircuitBreaker } from './services/circuit-breaker.ts'
import type { ScrobbleTarget } from './services/service.ts'
import * as store from './store.ts'

interface Sender {
  /** Sends due plays now; call it after the commit. */
  wake(): void
  close(): Promise<void>
}

/**
 * Sends queued plays to one service in the background: those of a connection in their order, several
 * connections at once.
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
  /** The query for due connections; `again` when `wake` was called after it began. */
  let search: { done: Promise<void>; again: boolean } | undefined

  function wake(): void {
    if (closing.signal.aborted) return
    if (search !== undefined) {
      search.again = true
      return
    }
    const done = startDue()
      .catch((error: unknown) => log.error({ err: error }, 'plays to be told could not be read'))
      .finally(() => {
        const isWoken = search?.again === true
        search = undefined
        if (isWoken) wake()
      })
    search = { done, again: false }
  }

  async function startDue(): Promise<void> {
    while (!closing.signal.aborted && running.size < breaker.room()) {
      const at = now()
      const due = await store.findDue(db, service, at.toISOString())
      if (due === undefined) return
      const claim = { id: due.id, me: newId() }
      if (!(await store.claim(db, claim.id, claim.me, at.toISOString(), claimEnd(at)))) continue
      const work = deliverPlays(services, claim, { service, target, breaker, closing: closing.signal })
        .catch((error: unknown) =>
          log.error({ err: error, connectionId: claim.id }, 'plays could not be told'),
        )
        .finally(() => {
          running.delete(work)
          wake()
        })
      running.add(work)
    }
  }

  return {
    wake,
    close: async () => {
      closing.abort()
      await search?.done
      await Promise.all(running)
    },
  }
}
