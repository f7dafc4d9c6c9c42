import type { RouteShape } from '@tonarchiv/contract/route'
import type { FastifyInstance } from 'fastify'
import { auditRejectedAttempts } from '#features/audit-log/index.ts'
import { credentialTable } from '#access/credentials.ts'
import { type Catalog, catalog } from '#features/catalog/index.ts'
import { liveSessions, findSessionEndReason, findSessionEndReasons } from '#features/auth/index.ts'
import { type Bind, createBind, openScope } from '#http/bind.ts'
import { callLimits } from '#http/call-limits.ts'
import { type Draining, drainable } from '#http/draining.ts'
import { runningStreams } from '#http/delivery/running-streams.ts'
import { openGate } from '#http/gate.ts'
import { jsonApi } from '#http/json-api.ts'
import { createHttpServer } from '#http/server.ts'
import { serveWebPages } from '#http/pages/web-pages.ts'
import { listedRoute } from '#http/shared-routes.ts'
import { measureCalls } from '#metrics/measure-calls.ts'
import { BROADCASTS, broadcastLimit } from '#rate-limits/broadcast-limit.ts'
import { openSockets, type Sockets } from '#realtime/sockets.ts'
import { handleUpgrades } from '#realtime/upgrade.ts'
import type { Services } from '#services.ts'
import type { AppContext, AppTimes, BoundRoute, Feature } from '#feature.ts'
import { features as allFeatures } from './features.ts'

export interface App {
  server: FastifyInstance
  /** All routes that were bound. */
  routes: readonly RouteShape[]
  sockets: Sockets
  draining: Draining
}

export interface AppOptions {
  /** The folder of the built web app. Without it the server serves no pages, only calls. */
  webFolder?: string
  /** Intervals and timeouts of sockets and presence. */
  times?: AppTimes
  features?: readonly Feature[]
}

/** Builds the whole server, which does not listen yet. */
export async function buildApp(
  services: Services,
  { webFolder, times = {}, features = allFeatures }: AppOptions = {},
): Promise<App> {
  const { config, now } = services
  const server = createHttpServer(services)
  if (services.metrics.areRead) measureCalls(server, services.metrics, listedRoute)
  const credentials = credentialTable()
  const { findCaller } = credentials
  let premieres: Catalog['premieres'] | undefined
  const gate = openGate(server, {
    findCaller,
    findSessionEndReason: async (token) => findSessionEndReason(services, token),
    limits: callLimits(config.rateLimitFactor, now, services.bus),
    now,
    onRefusedAdmin: auditRejectedAttempts(services),
    // An app without the catalog, which tests build, has no premieres.
    beforeCall: async () => premieres?.openDue(),
  })
  const bind = createBind(server, gate, jsonApi(config.publicUrl))
  const sockets = openSockets(
    {
      ...services,
      liveSessions: async (ids) => liveSessions(services, ids),
      findSessionEndReasons: async (ids) => findSessionEndReasons(services, ids),
    },
    times,
  )
  handleUpgrades(server.server, {
    ...services,
    findCaller,
    findSessionEndReason: async (token) => findSessionEndReason(services, token),
    sockets,
  })
  const limit = broadcastLimit(services.bus, 'broadcasts', BROADCASTS, config.rateLimitFactor)
  const draining = drainable(server)
  const bound: BoundRoute[] = []
  const context: AppContext = {
    services,
    sockets,
    streams: runningStreams(services),
    broadcastLimit: limit,
    draining,
    times,
    features,
    routes: bound,
    speak: (protocol, register) =>
      openScope(server, protocol, (scope) => register(createBind(scope, gate, protocol))),
    use: (feature) => feature.openedIn(context),
  }
  const opened: Feature[] = []
  server.addHook('preClose', async () => {
    for (const feature of opened.toReversed()) await feature.close(context)
    limit.close()
    await sockets.close()
  })
  try {
    for (const feature of features) {
      await feature.open(context)
      opened.push(feature)
      credentials.add(feature.credentials(context))
    }
    if (features.includes(catalog)) premieres = catalog.openedIn(context).premieres
    for (const feature of features) feature.subscribe(context)
    for (const feature of features) feature.register(notingBind(bind, feature.name, bound), context)
    // Waits until other protocols have bound their routes, too.
    await server.after()
    if (webFolder !== undefined) await serveWebPages(server, config, webFolder)
  } catch (error) {
    await server.close()
    throw error
  }
  return { server, routes: gate.routes, sockets, draining }
}

/** A `bind` for one feature that also records the routes that it binds. */
function notingBind(bind: Bind, feature: string, bound: BoundRoute[]): Bind {
  return (route, handler, refusedPage) => {
    bound.push({ feature, route })
    bind(route, handler, refusedPage)
  }
}
