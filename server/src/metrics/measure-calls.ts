import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Count, Durations, Metrics } from './metrics.ts'

interface CallsOfRoute {
  running: number
  durations: Durations
  byStatus: Map<string, Count>
}

/** A route whose calls are counted. `url` is its pattern. */
interface CountedRoute {
  /** The same object for every request that the route handles. */
  key: object
  method: string
  url: string
}

/**
 * Counts and times all calls, by the pattern of their route. The path itself is not used, because it contains titles
 * and names.
 */
export function measureCalls(
  server: FastifyInstance,
  metrics: Metrics,
  routeOf: (request: FastifyRequest) => CountedRoute,
): void {
  const answered = metrics.counts('tonarchiv_http_requests_total', 'Calls that ended, by route and status.')
  const took = metrics.durations(
    'tonarchiv_http_request_duration_seconds',
    'From the arrival of a call to the last byte of its answer.',
  )
  const routes = new Map<string, CallsOfRoute>()
  // Each route has one cached object of labels, so that counting a call builds no string.
  const known = new WeakMap<object, CallsOfRoute>()

  function callsOf({ key, method, url }: CountedRoute): CallsOfRoute {
    const before = known.get(key)
    if (before !== undefined) return before
    const name = `${method} ${url}`
    const calls = routes.get(name) ?? {
      running: 0,
      durations: took.of({ route: name }),
      byStatus: new Map<string, Count>(),
    }
    routes.set(name, calls)
    known.set(key, calls)
    return calls
  }

  server.addHook('onRequest', (request, reply, done) => {
    const route = routeOf(request)
    const calls = callsOf(route)
    const startedAt = performance.now()
    calls.running += 1
    const { raw } = reply
    // `close` is also emitted for clients that disconnect during a response, unlike `onResponse`.
    raw.once('close', () => {
      calls.running -= 1
      calls.durations.observe((performance.now() - startedAt) / 1000)
      const status = raw.writableFinished ? String(raw.statusCode) : 'aborted'
      let count = calls.byStatus.get(status)
      if (count === undefined) {
        count = answered.of({ route: `${route.method} ${route.url}`, status })
        calls.byStatus.set(status, count)
      }
      count.add()
    })
    done()
  })
  metrics.gauges(
    'tonarchiv_http_requests_running',
    'Calls that are being answered; of media these are the running streams.',
    () => Array.from(routes, ([route, { running }]) => [{ route }, running] as const),
  )
}
