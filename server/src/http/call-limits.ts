import { rateLimited } from '@tonarchiv/contract/refusal'
import type { RateLimitClass, RouteShape } from '@tonarchiv/contract/route'
import type { FastifyRequest } from 'fastify'
import { Refused } from '#platform/refused.ts'
import { FixedWindows } from '#rate-limits/fixed-windows.ts'
import { sharedCounts } from '#rate-limits/shared-counts.ts'
import type { Bus } from '#events/bus.ts'
import type { Caller } from '#access/caller.ts'
import { clientSubnetOf } from './client-address.ts'
import { isSlice } from './delivery/slices.ts'

/** Calls per time window. See docs/security-requirements.md A-16. */
interface Limit {
  calls: number
  windowSeconds: number
}

const MINUTE = 60
const BY_ACCOUNT: Limit = { calls: 600, windowSeconds: MINUTE }
const BY_SUBNET: Limit = { calls: 120, windowSeconds: MINUTE }
/** Limits for routes that declare a class. Calls are counted for each account and route. */
const BY_CLASS = {
  image: { calls: 1200, windowSeconds: MINUTE },
  stream: { calls: 60, windowSeconds: 10 },
  // Enough calls for the chunks of a file on a fast connection.
  uploadChunk: { calls: 2400, windowSeconds: MINUTE },
  // A search is sent for every letter that a member types.
  instantSearch: { calls: 300, windowSeconds: MINUTE },
  // An app that copies the lists of the archive reads its albums one after the other.
  appRead: { calls: 6000, windowSeconds: MINUTE },
} satisfies Partial<Record<RateLimitClass, Limit>>
/** The limit for all searches of one caller, over all routes together. */
const SEARCH: Limit = { calls: 60, windowSeconds: MINUTE }
const WINDOWS_MAX = 50_000

export interface CallLimits {
  /**
   * Counts a call.
   * @throws Refused `rateLimited` when the caller has used up this window
   */
  count(request: FastifyRequest, route: RouteShape, caller: Caller | undefined): void
}

/**
 * Counts calls in memory, for each account or client subnet, in windows that start with the first call. With a bus,
 * counts of other processes are added when they arrive.
 */
export function callLimits(factor: number, now: () => Date, bus?: Bus): CallLimits {
  const windows = new FixedWindows(WINDOWS_MAX)
  const shared =
    bus &&
    sharedCounts(
      bus,
      'calls',
      (name, count, endsAt) => void windows.count(name, count, { now: now().getTime(), endsAt }),
    )

  function consume(name: string, { calls, windowSeconds }: Limit): void {
    const time = now().getTime()
    const { count, endsAt } = windows.count(name, 1, { now: time, endsAt: time + windowSeconds * 1000 })
    shared?.note(name, endsAt)
    if (count <= calls * factor) return
    const seconds = Math.max(1, Math.ceil((endsAt - time) / 1000))
    throw new Refused(rateLimited, { values: { n: seconds }, retryAfterSeconds: seconds })
  }

  return {
    count: (request, route, caller) => {
      const limit = limitOf(route, request.query)
      if (limit === 'none') return
      // nginx requests a slice for a request of a client that was already counted.
      if (route.media === true && caller !== undefined && isSlice(request.headers)) return
      const who = caller === undefined ? clientSubnetOf(request.ip) : caller.id
      if (limit !== undefined && limit !== 'search' && caller !== undefined)
        return consume(`${route.path} ${who}`, BY_CLASS[limit])
      consume(who, caller === undefined ? BY_SUBNET : BY_ACCOUNT)
      if (limit === 'search') consume(`search ${who}`, SEARCH)
    },
  }
}

/**
 * The rate limit class of a call. It compares the decoded query, because a name may be percent-encoded in several ways.
 */
function limitOf({ limit, limitWithQuery }: RouteShape, query: unknown): RateLimitClass | undefined {
  if (limitWithQuery === undefined) return limit
  if (typeof query !== 'object' || query === null) return undefined
  const value: unknown = Reflect.get(query, limitWithQuery)
  return value === undefined || value === '' ? undefined : limit
}
