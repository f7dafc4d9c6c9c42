import type { RouteShape } from '@tonarchiv/contract/route'
import type { FastifyInstance } from 'fastify'
import { accessKeysPart, registerAccessKeys } from '#features/access-keys/index.ts'
import { adminActsPart, refusedTries, registerAdminActs } from '#features/admin-acts/index.ts'
import { registerAdminUsers } from '#features/admin-users/index.ts'
import { registerArchive } from '#features/catalog/index.ts'
import {
  callerFinder,
  liveSessions,
  registerAccount,
  registerAuth,
  whySessionEnded,
  whySessionsEnded,
} from '#features/auth/index.ts'
import { chatPart, registerChat } from '#features/chat/index.ts'
import { favoritesPart, registerFavorites } from '#features/favorites/index.ts'
import { friendsPart, registerFriends } from '#features/friends/index.ts'
import { registerOperation } from '#features/operation/index.ts'
import { playsPart, registerPlays } from '#features/plays/index.ts'
import { openPresence, type PresenceTimes, registerPresence } from '#features/presence/index.ts'
import {
  openResumableUploads,
  registerResumableUploads,
  resumableUploadsPart,
} from '#features/resumable-uploads/index.ts'
import {
  openScrobbling,
  registerScrobbling,
  scrobblingPart,
  type ScrobblingTimes,
} from '#features/scrobbling/index.ts'
import { profilePart, registerUsers } from '#features/users/index.ts'
import { openPosters, registerVideos } from '#features/videos/index.ts'
import { makeBind } from '#http/bind.ts'
import { callLimits } from '#http/call-limits.ts'
import { type Draining, drainable } from '#http/draining.ts'
import { runningStreams } from '#http/running-streams.ts'
import { makeServer } from '#http/server.ts'
import { takeUploads } from '#http/uploads.ts'
import { serveWebPages } from '#http/web-pages.ts'
import { measureCalls } from '#metrics/measure-calls.ts'
import { broadcastLimit } from '#realtime/broadcast-limit.ts'
import { openSockets, type Sockets, type SocketTimes } from '#realtime/sockets.ts'
import { takeUpgrades } from '#realtime/upgrade.ts'
import type { Services } from '#services.ts'

export interface App {
  server: FastifyInstance
  /** Every call that is bound. */
  routes: readonly RouteShape[]
  sockets: Sockets
  draining: Draining
}

export interface AppOptions {
  /** Without it the server answers calls only. */
  webFolder?: string
  /** How patient sockets and presence are. */
  times?: Partial<SocketTimes> & PresenceTimes & ScrobblingTimes
}

/** The whole product on one server, not listening yet. */
export async function buildApp(services: Services, { webFolder, times }: AppOptions = {}): Promise<App> {
  const { config, now } = services
  const server = makeServer(services)
  if (services.metrics.areRead) measureCalls(server, services.metrics)
  const findCaller = callerFinder(services)
  const { bind, routes } = makeBind(server, {
    findCaller,
    whySessionEnded: async (token) => whySessionEnded(services, token),
    limits: callLimits(config.rateLimitFactor, now, services.bus),
    publicUrl: config.publicUrl,
    onRefusedAdmin: refusedTries(services),
  })
  registerAuth(bind, services)
  registerAccount(bind, services, [
    profilePart,
    accessKeysPart,
    playsPart,
    favoritesPart,
    chatPart,
    friendsPart,
    scrobblingPart,
    resumableUploadsPart,
    adminActsPart,
  ])
  registerUsers(bind, services)
  registerAdminUsers(bind, services)
  registerAdminActs(bind, services)
  registerAccessKeys(bind, services)
  const streams = runningStreams(services)
  const resumable = openResumableUploads(services)
  registerResumableUploads(bind, resumable)
  const uploads = takeUploads(services, resumable.refer)
  registerArchive(bind, services, { streams, uploads })
  const posters = openPosters(services)
  registerVideos(bind, services, { streams, uploads, posters })
  const scrobbler = openScrobbling(services, times)
  registerScrobbling(bind, services, scrobbler)
  registerPlays(bind, services, scrobbler)
  registerFavorites(bind, services)

  const sockets = openSockets(
    {
      ...services,
      liveSessions: async (ids) => liveSessions(services, ids),
      whySessionsEnded: async (ids) => whySessionsEnded(services, ids),
    },
    times,
  )
  takeUpgrades(server.server, {
    ...services,
    findCaller,
    whySessionEnded: async (token) => whySessionEnded(services, token),
    sockets,
  })
  const limit = broadcastLimit(config.rateLimitFactor, services.bus)
  const presence = openPresence(services, { sockets, limit }, times)
  registerPresence(bind, services, presence)
  registerFriends(bind, services, { presence, sockets })
  const feed = await registerChat(bind, services, { presence, sockets, limit })
  server.addHook('preClose', async () => {
    feed.close()
    limit.close()
    presence.close()
    await sockets.close()
    await scrobbler.close()
    await posters.close()
  })

  const draining = drainable(server)
  registerOperation(bind, services, { routes, sockets, draining })
  if (webFolder !== undefined) await serveWebPages(server, config, webFolder)
  return { server, routes, sockets, draining }
}
