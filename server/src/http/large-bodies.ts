import { overloaded } from '@tonarchiv/contract/refusal'
import type { RouteShape } from '@tonarchiv/contract/route'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refused } from '#platform/refused.ts'
import { concurrencyLimit } from '#rate-limits/concurrency-limit.ts'
import { BODY_WITHIN_SECONDS } from './slow-bodies.ts'

/** Size in bytes up to which any number of JSON bodies is accepted at the same time. */
export const SMALL_BODY_BYTES = 64 * 1024
/**
 * Maximum number of larger bodies that one account, and all accounts together, may send at the same time. Each body
 * stays in memory until its call is answered.
 */
const OF_ACCOUNT = 1
const OF_ALL = 4

/** The maximum size in bytes of a body that a route accepts. */
export function bodyLimitOf({ bodyLimitBytes = SMALL_BODY_BYTES }: RouteShape): number {
  return bodyLimitBytes
}

export interface LargeBodies {
  /**
   * Reserves memory for a JSON body that may be large. It is released when the call is answered or the client has
   * disconnected.
   * @throws Refused `rateLimited` when the account is sending another large body, `overloaded` when too many large
   * bodies are being sent
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

/** Whether a body may be large, by its declared size. A chunked body declares no size, so it may be large. */
function mayBeLarge({ headers }: FastifyRequest): boolean {
  if (headers['transfer-encoding'] !== undefined) return true
  return Number(headers['content-length'] ?? 0) > SMALL_BODY_BYTES
}
