import { invalidInput } from '@tonarchiv/contract/refusal'
import * as contract from '@tonarchiv/contract/scrobbling'
import type { Bind } from '#http/bind.ts'
import { consume } from '#rate-limits/persistent-rate-limits.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { callbackHeaders, callbackPage } from './connections/callback-page.ts'
import { connectByToken, listConnections, pause } from './connections/connections.ts'
import { DAYS_MS } from './enqueue-play.ts'
import { authUrl, finishAuth, refusedAuth } from './connections/lastfm-auth.ts'
import { limitNowPlaying } from './now-playing.ts'
import type { Scrobbler } from './scrobbling.ts'
import { connectionOf, type ConnectionRow, deleteConnection } from './store/connections.ts'

const HOUR = 60 * 60
const TOO_OLD = `Nur was in den letzten ${contract.SCROBBLE_DAYS} Tagen begonnen hat, wird gemeldet`

export function registerScrobbling(bind: Bind, services: Services, scrobbler: Scrobbler): void {
  registerLastfmAccount(bind, services, scrobbler)
  registerLastfmPlays(bind, services, scrobbler)
  registerAllServices(bind, services, scrobbler)
}

/** Binds the calls by which a member connects an account at Last.fm. */
function registerLastfmAccount(bind: Bind, services: Services, scrobbler: Scrobbler): void {
  bind(contract.getAuthUrl, async ({ caller }) => {
    const lastfm = lastfmOrRefuse(scrobbler)
    await consumeConnect(services, caller.id)
    return { url: await authUrl(services, lastfm, caller.id) }
  })

  bind(
    contract.openAuth,
    async ({ caller, request, reply }) => {
      const lastfm = lastfmOrRefuse(scrobbler)
      if (request.method === 'HEAD') return reply.send()
      await consumeConnect(services, caller.id)
      return reply.redirect(await authUrl(services, lastfm, caller.id), 302)
    },
    (refused, reply) => reply.headers(callbackHeaders).send(callbackPage(refusedAuth(refused))),
  )

  bind(contract.authCallback, async ({ caller, params, query, request, reply }) => {
    reply.headers(callbackHeaders)
    if (request.method === 'HEAD') return reply.send()
    const message = await finishAuth(services, scrobbler.lastfm, caller, {
      state: params.state,
      token: query.token,
    })
    scrobbler.wake()
    return reply.send(callbackPage(message))
  })

  bind(contract.getSession, async ({ caller }) => {
    lastfmOrRefuse(scrobbler)
    const { services: list } = await listConnections(services, caller.id)
    const connection = list.find(({ service }) => service === 'lastfm')
    return {
      sessionKey: connection?.sessionKey ?? null,
      username: connection?.username ?? null,
      isConnected: connection?.isConnected ?? false,
      scrobbleCount: connection?.scrobbleCount ?? 0,
    }
  })
}

/** Binds the calls that have the form of Last.fm's own API. */
function registerLastfmPlays(bind: Bind, services: Services, scrobbler: Scrobbler): void {
  const { db, now } = services

  bind(contract.scrobble, async ({ caller, body }) => {
    lastfmOrRefuse(scrobbler)
    // A limit of reported plays. See docs/security-requirements.md A-16.
    await consume(services, [{ name: 'scrobbles', by: caller.id, maxAttempts: 240, windowSeconds: HOUR }])
    const { id } = await ownConnection(db, caller.id, body.sessionKey)
    const startedAt = new Date(body.timestamp * 1000)
    const ageMs = now().getTime() - startedAt.getTime()
    if (ageMs > DAYS_MS || ageMs < -contract.SCROBBLE_AHEAD_SECONDS * 1000)
      throw new Refused(invalidInput, { fields: { timestamp: TOO_OLD } })
    const accepted = await db.transaction().execute(async (trx) =>
      scrobbler.enqueuePlay(trx, {
        userId: caller.id,
        trackId: body.track.id,
        startedAt,
        connectionId: id,
      }),
    )
    scrobbler.wake()
    return { success: true, accepted }
  })

  bind(contract.nowPlaying, async ({ caller, body }) => {
    lastfmOrRefuse(scrobbler)
    await limitNowPlaying(services, caller.id)
    const connection = await ownConnection(db, caller.id, body.sessionKey)
    return { success: true, accepted: await scrobbler.createNowPlayingSender([connection], body.track.id) }
  })

  bind(contract.disconnectLastfm, async ({ caller }) => {
    lastfmOrRefuse(scrobbler)
    await deleteConnection(db, caller.id, 'lastfm')
    return { success: true }
  })
}

/** Binds the calls that concern all services. */
function registerAllServices(bind: Bind, services: Services, scrobbler: Scrobbler): void {
  const { db } = services

  bind(contract.getScrobbling, async ({ caller }) => listConnections(services, caller.id))

  bind(contract.nowPlayingEverywhere, async ({ caller, body }) => {
    const accepted = await scrobbler.reportNowPlaying(caller.id, body.track.id)
    return { success: true, accepted }
  })

  bind(contract.pauseScrobbling, async ({ caller, params, body }) => {
    await pause(services, caller.id, params.service, body.isPaused)
    scrobbler.wake()
    return { success: true }
  })

  bind(contract.disconnect, async ({ caller, params }) => {
    await deleteConnection(db, caller.id, params.service)
    return { success: true }
  })

  bind(contract.connectListenbrainz, async ({ caller, body }) => {
    await consumeConnect(services, caller.id)
    await connectByToken(services, scrobbler.listenbrainz, caller.id, body.token)
    scrobbler.wake()
    return { success: true }
  })
}

function lastfmOrRefuse({ lastfm }: Scrobbler) {
  if (lastfm === undefined) throw new Refused(contract.scrobblingOff)
  return lastfm
}

async function ownConnection(db: Services['db'], userId: string, sessionKey: string): Promise<ConnectionRow> {
  const connection = await connectionOf(db, userId, sessionKey)
  if (connection === undefined) throw new Refused(contract.unknownSession)
  return connection
}

async function consumeConnect(services: Services, userId: string): Promise<void> {
  await consume(services, [{ name: 'scrobble connect', by: userId, maxAttempts: 30, windowSeconds: HOUR }])
}
