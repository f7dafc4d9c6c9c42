import type { FastifyRequest } from 'fastify'
import type { Caller } from '#access/caller.ts'
import { consume } from '#rate-limits/persistent-rate-limits.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { actorOf, recordAuditEvent } from './audit-log.ts'

const EVENTS_PER_HOUR = 20

/**
 * Records that an account without admin rights has called a route for admins, such as `POST
 * /api/generate-access-key`. The number per account and hour is limited, so that one account cannot fill the
 * table.
 */
export function auditRejectedAttempts(services: Services) {
  return async (caller: Caller, request: FastifyRequest, call: string): Promise<void> => {
    try {
      await consume(services, [
        { name: 'refused admin act', by: caller.id, maxAttempts: EVENTS_PER_HOUR, windowSeconds: 60 * 60 },
      ])
      await recordAuditEvent(services.db, actorOf(caller, request), services.now(), {
        action: 'refused',
        target: call,
      })
    } catch (error) {
      // The error is not thrown, because the request is rejected in any case.
      if (!(error instanceof Refused)) services.log.warn({ err: error }, 'a refused act could not be noted')
    }
  }
}
