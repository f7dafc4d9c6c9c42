import type { RouteShape } from '@tonarchiv/contract/route'
import type { FastifyInstance } from 'fastify'
import { accessKeysPart, registerAccessKeys } from '#features/access-keys/index.ts'
import { registerArchive } from '#features/archive/index.ts'
import { callerFinder, registerAccount, registerAuth } from '#features/auth/index.ts'
import { favoritesPart, registerFavorites } from '#features/favorites/index.ts'
import { registerOperation } from '#features/operation/index.ts'
import { playsPart, registerPlays } from '#features/plays/index.ts'
import { profilePart, registerUsers } from '#features/users/index.ts'
import { makeBind } from '#http/bind.ts'
import { callLimits } from '#http/call-limits.ts'
import { makeServer } from '#http/server.ts'
import { serveWebPages } from '#http/web-pages.ts'
import type { Services } from '#services.ts'

export interface App {
  server: FastifyInstance
  /** Every call that is bound. */
  routes: readonly RouteShape[]
}

/** The whole product on one server, not listening yet. Without `webFolder` it serves calls only. */
export async function buildApp(services: Services, { webFolder }: { webFolder?: string } = {}): Promise<App> {
  const { config, now } = services
  const server = await makeServer(services)
  const { bind, routes } = makeBind(server, {
    findCaller: callerFinder(services),
    limits: callLimits(config.rateLimitFactor, now),
    publicUrl: config.publicUrl,
  })
  registerAuth(bind, services)
  registerAccount(bind, services, [profilePart, accessKeysPart, playsPart, favoritesPart])
  registerUsers(bind, services)
  registerAccessKeys(bind, services)
  registerArchive(bind, services)
  registerPlays(bind, services)
  registerFavorites(bind, services)
  registerOperation(bind, services, routes)
  if (webFolder !== undefined) await serveWebPages(server, config, webFolder)
  return { server, routes }
}
