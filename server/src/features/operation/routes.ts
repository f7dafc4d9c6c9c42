import * as contract from '@tonarchiv/contract/operation'
import { overloaded } from '@tonarchiv/contract/refusal'
import type { RouteShape } from '@tonarchiv/contract/route'
import { sql } from 'kysely'
import type { Bind } from '#http/bind.ts'
import { Refused } from '#refused.ts'
import type { Services } from '#services.ts'
import { describeRoutes } from './openapi.ts'

/** `routes` is read when the description is asked for, so it holds what was bound after this, too. */
export function registerOperation(
  bind: Bind,
  { db, storage, bus, log, config }: Services,
  routes: readonly RouteShape[],
): void {
  bind(contract.healthz, async () => ({ status: 'ok' }))

  bind(contract.readyz, async () => {
    try {
      await sql`select 1`.execute(db)
      await storage.freeBytes()
      if (!bus.isUp()) throw new Error('The bus carries no messages')
    } catch (error) {
      log.error({ err: error }, 'not ready')
      throw new Refused(overloaded, { retryAfterSeconds: 5 })
    }
    return { status: 'ok' }
  })

  bind(contract.openApi, async () => describeRoutes(routes, config))
}
