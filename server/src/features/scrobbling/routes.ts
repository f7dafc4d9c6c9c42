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
import type { Scrobbler } from './scrobbling.ts'
import * as store from './store.ts'

const HOUR = 60 * 60
const TOO_OLD = `Nur was in den letzten ${contract.SCROBBLE_DAYS} Tagen begonnen hat, wird gemeldet`

export function registerScrobbling(bind: Bind, services: Services, scrobbler: Scrobbler): void {
  const { db, now } = services

  function lastfmOrRefuse() {
    if (scrobbler.lastfm === undefined) throw new Refused(contract.scrobblingOff)
    return scrobbler.lastfm
  }
  async function ownConnection(userId: string, sessionKey: string): Promise<store.ConnectionRow> {
    const connection = await store.connectionOf(db, userId, sessionKey)
    if (connection === undefined) throw new Refused(contract.unknownSession)
    return connection
  }
  const connectTries = (userId: string) =>
    consume(services, [{ name: 'scrobble connect', by: userId, maxAttempts: 30, windowSeconds: HOUR }])
  // As many as tracks that are only begun; every one may become a call to a service.
  const soundTries = (userId: string) =>
    consume(services, [{ name: 'now playing', by: userId, maxAttempts: 600, windowSeconds: HOUR }])

  bind(contract.getAuthUrl, async ({ caller }) => {
    const lastfm = lastfmOrRefuse()
    await connectTries(caller.id)
    return { url: await authUrl(services, lastfm, caller.id) }
  })

  bind(
    contract.openAuth,
    async ({ caller, request, reply }) => {
      const lastfm = lastfmOrRefuse()
      if (request.method === 'HEAD') return reply.send()
      await connectTries(caller.id)
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
    lastfmOrRefuse()
    const { services: list } = await listConnections(services, caller.id)
    const connection = list.find(({ service }) => service === 'lastfm')
    return {
      sessionKey: connection?.sessionKey ?? null,
      username: connection?.username ?? null,
      isConnected: connection?.isConnected ?? false,
      scrobbleCount: connection?.scrobbleCount ?? 0,
    }
  })

  bind(contract.scrobble, async ({ caller, body }) => {
    lastfmOrRefuse()
    // See docs/security-requirements.md A-16.
    await consume(services, [{ name: 'scrobbles', by: caller.id, maxAttempts: 240, windowSeconds: HOUR }])
    const { id } = await ownConnection(caller.id, body.sessionKey)
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
    lastfmOrRefuse()
    await soundTries(caller.id)
    const connection = await ownConnection(caller.id, body.sessionKey)
    return { success: true, accepted: await scrobbler.createNowPlayingSender([connection], body.track.id) }
  })

  bind(contract.disconnectLastfm, async ({ caller }) => {
    lastfmOrRefuse()
    await store.deleteConnection(db, caller.id, 'lastfm')
    return { success: true }
  })

  bind(contract.getScrobbling, async ({ caller }) => listConnections(services, caller.id))

  bind(contract.nowPlayingEverywhere, async ({ caller, body }) => {
    await soundTries(caller.id)
    const connections = await store.connectionsOf(db, caller.id)
    return { success: true, accepted: await scrobbler.createNowPlayingSender(connections, body.track.id) }
  })

  bind(contract.pauseScrobbling, async ({ caller, params, body }) => {
    await pause(services, caller.id, params.service, body.isPaused)
    scrobbler.wake()
    return { success: true }
  })

  bind(contract.disconnect, async ({ caller, params }) => {
    await store.deleteConnection(db, caller.id, params.service)
    return { success: true }
  })

  bind(contract.connectListenbrainz, async ({ caller, body }) => {
    await connectTries(caller.id)
    await connectByToken(services, scrobbler.listenbrainz, caller.id, body.token)
    scrobbler.wake()
    return { success: true }
  })
}
