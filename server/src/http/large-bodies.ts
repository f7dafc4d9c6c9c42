import { overloaded } from '@tonarchiv/contract/refusal'
import type { RouteShape } from '@tonarchiv/contract/route'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refused } from '#platform/refused.ts'
import { concurrencyLimit } from '#rate-limits/concurrency-limit.ts'
import { BODY_WITHIN_SECONDS } from './slow-bodies.ts'

/** JSON up to this size is accepted from any number of callers at the same time, bytes. */
export const SMALL_BODY_BYTES = 64 * 1024
/**
 * Most larger bodies that one account, and all accounts, may send at the same time: each is in memory until
 * its call is answered.
 */
const OF_ACCOUNT = 1
const OF_ALL = 4

/** The largest body that a route accepts, bytes. */
export function bodyLimitOf({ bodyLimitBytes = SMALL_BODY_BYTES }: RouteShape): number {
  return bodyLimitBytes
}

export interface LargeBodies {
  /**
   * Reserves memory for a JSON body that may be large, until its call is answered or its client has
   * disconnected.
   * @throws Refused `rateLimited` when the account is sending another one, `overloaded` when too many are
   * being sent
   */
  admit(request: FastifyRequest, reply: FastifyReply): void
}

export function largeBodies(): LargeBodies {
  const senders = concurrencyLimit(OF_ACCOUNT, BODY_WITHIN_SECONDS)
  let running = 0

  return {
    admit: (request, reply) => {
      if (!mayBeLarge(request)) return
      const leave = senders.enter(request.caller?.id ?? request.ip)
      if (running >= OF_ALL) {
        leave()
        throw new Refused(overloaded, { retryAfterSeconds: BODY_WITHIN_SECONDS })
      }
      running += 1
      reply.raw.once('close', () => {
        running -= 1
        leave()
      })
    },
  }
}

/** By the announced size; a chunked body does not announce one. */
function mayBeLarge({ headers }: FastifyRequest): boolean {
  if (headers['transfer-encoding'] !== undefined) return true
  return Number(headers['content-length'] ?? 0) > SMALL_BODY_BYTES
}
