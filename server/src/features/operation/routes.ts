import * as contract from '@tonarchiv/contract/operation'
import { notFound, overloaded } from '@tonarchiv/contract/refusal'
import type { AppContext } from '#feature.ts'
import type { Bind } from '#http/bind.ts'
import { METRICS_TYPE, showsToken } from '#metrics/metrics-listener.ts'
import { Refused } from '#platform/refused.ts'
import { describeRoutes } from './openapi.ts'
import { measureQueues } from './queues.ts'
import * as store from './store.ts'

export function registerOperation(
  bind: Bind,
  { services, sockets, draining, features, routes }: AppContext,
): void {
  const { db, storage, log, config, metrics } = services
  bind(contract.healthz, async () => ({ status: 'ok' }))

  bind(contract.readyz, async () => {
    if (draining.hasBegun()) throw new Refused(overloaded)
    try {
      await store.readOne(db)
      await storage.freeBytes()
      // Redis is not checked, because without it each process continues with the help of the database. The metric
      // `tonarchiv_bus_up` shows the state of Redis.
    } catch (error) {
      log.error({ err: error }, 'not ready')
      throw new Refused(overloaded, { retryAfterSeconds: 5 })
    }
    return { status: 'ok' }
  })

  bind(contract.metrics, async ({ request, reply }) => {
    const { token } = config.metrics
    // Without a valid token the response is that of a path that does not exist.
    if (token === undefined || !showsToken(request.headers.authorization, token)) throw new Refused(notFound)
    return reply
      .type(METRICS_TYPE)
      .header('cache-control', 'no-store')
      .send(await metrics.text())
  })
  if (metrics.areRead) measureQueues(services, sockets)

  bind(contract.openApi, async () => describeRoutes(routes, features, config))
}
