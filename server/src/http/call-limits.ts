import { rateLimited } from '@tonarchiv/contract/refusal'
import type { RateLimitClass, RouteShape } from '@tonarchiv/contract/route'
import type { FastifyRequest } from 'fastify'
import { Refused } from '#platform/refused.ts'
import { sharedCounts } from '#rate-limits/shared-counts.ts'
import type { Bus } from '#events/bus.ts'
import type { Caller } from '#access/caller.ts'
import { clientSubnetOf } from './client-address.ts'

/** Calls per time window. See docs/security-requirements.md A-16. */
interface Limit {
  calls: number
  windowSeconds: number
}

const MINUTE = 60
const BY_ACCOUNT: Limit = { calls: 600, windowSeconds: MINUTE }
const BY_SUBNET: Limit = { calls: 120, windowSeconds: MINUTE }
/** Limits of routes that declare a class, for each account and route. */
const BY_CLASS = {
  image: { calls: 1200, windowSeconds: MINUTE },
  stream: { calls: 60, windowSeconds: 10 },
  // Enough for the chunks of a file on a fast connection.
  uploadChunk: { calls: 2400, windowSeconds: MINUTE },
} satisfies Partial<Record<RateLimitClass, Limit>>
/** All searches of one caller, over all routes. */
const SEARCH: Limit = { calls: 60, windowSeconds: MINUTE }
const BUCKETS_MAX = 50_000

export interface CallLimits {
  /** @throws Refused `rateLimited` when the caller has used up this window */
  count(request: FastifyRequest, route: RouteShape, caller: Caller | undefined): void
}

/**
 * Counts calls in memory, per account or per client subnet, in windows that start with the first call. With a
 * bus the counts of other processes are added when they are published.
 */
export function callLimits(factor: number, now: () => Date, bus?: Bus): CallLimits {
  const buckets = new Map<string, { count: number; endsAt: number }>()
  const shared = bus && sharedCounts(bus, 'calls', addRemote)

  function addRemote(name: string, count: number, endsAt: number): void {
    const time = now().getTime()
    const bucket = buckets.get(name)
    if (bucket !== undefined && bucket.endsAt > time) bucket.count += count
    else if (endsAt > time) store(name, { count, endsAt })
  }

  function store(name: string, bucket: { count: number; endsAt: number }): void {
    if (buckets.size >= BUCKETS_MAX) dropExpired(buckets, now().getTime())
    buckets.set(name, bucket)
  }

  function consume(name: string, { calls, windowSeconds }: Limit): void {
    const time = now().getTime()
    let bucket = buckets.get(name)
    if (bucket === undefined || bucket.endsAt <= time) {
      bucket = { count: 0, endsAt: time + windowSeconds * 1000 }
      store(name, bucket)
    }
    bucket.count += 1
    shared?.note(name, bucket.endsAt)
    if (bucket.count <= calls * factor) return
    const seconds = Math.max(1, Math.ceil((bucket.endsAt - time) / 1000))
    throw new Refused(rateLimited, { values: { n: seconds }, retryAfterSeconds: seconds })
  }

  return {
    count: (request, route, caller) => {
      const limit = limitOf(route, request.query)
      if (limit === 'none') return
      const who = caller === undefined ? clientSubnetOf(request.ip) : caller.id
      if (limit !== undefined && limit !== 'search' && caller !== undefined)
        return consume(`${route.path} ${who}`, BY_CLASS[limit])
      consume(who, caller === undefined ? BY_SUBNET : BY_ACCOUNT)
      if (limit === 'search') consume(`search ${who}`, SEARCH)
    },
  }
}

/** Uses the decoded query, because a name may be percent-encoded in several ways. */
function limitOf({ limit, limitWithQuery }: RouteShape, query: unknown): RateLimitClass | undefined {
  if (limitWithQuery === undefined) return limit
  if (typeof query !== 'object' || query === null) return undefined
  const value: unknown = Reflect.get(query, limitWithQuery)
  return value === undefined || value === '' ? undefined : limit
}

/** Drops windows that have ended; if none has, the oldest half, so that memory is bounded. */
function dropExpired(buckets: Map<string, { endsAt: number }>, time: number): void {
  for (const [name, { endsAt }] of buckets) if (endsAt <= time) buckets.delete(name)
  if (buckets.size < BUCKETS_MAX) return
  for (const name of [...buckets.keys()].slice(0, BUCKETS_MAX / 2)) buckets.delete(name)
}
