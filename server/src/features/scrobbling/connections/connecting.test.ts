import { deleteAccount, exportAccount } from '@tonarchiv/contract/auth'
import {
  connectListenbrainz,
  disconnect,
  disconnectLastfm,
  getAuthUrl,
  getScrobbling,
  getSession,
  nowPlaying,
  openAuth,
  pauseScrobbling,
  scrobble,
} from '@tonarchiv/contract/scrobbling'
import { expect, test } from 'vitest'
import {
  answerAuthorization,
  connectByToken,
  connectLastfm,
  LISTENBRAINZ_TOKEN,
  play,
  startScrobblingApp,
} from '#testing/scrobbling-app.ts'
import { startApp } from '#testing/start-app.ts'
import { eventually } from '#testing/eventually.ts'

const SUCCESS = 'data-type="LASTFM_AUTH_SUCCESS"'
const FAILURE = 'data-type="LASTFM_AUTH_ERROR"'

async function everything() {
  const set = await startScrobblingApp()
  const [mara, tom] = [await set.app.signIn(), await set.app.signIn()]
  const nameOf = async (member: typeof mara) => (await member.call(getSession, {})).username
  return { ...set, mara, tom, nameOf }
}

test('connecting: the popup opens Last.fm with our API key, and its token is exchanged for a session key that stays on the server', async () => {
  const { app, mara, lastfm } = await everything()
  const { url } = await mara.call(getAuthUrl, {})
  const requested = new URL(url)
  expect(requested.href.startsWith(lastfm.settings.authUrl)).toBe(true)
  expect(requested.searchParams.get('api_key')).toBe(lastfm.settings.apiKey)
  const page = await answerAuthorization(app, mara, lastfm.approve(url, 'mara_hoert'))
  expect(page).toContain(SUCCESS)
  expect(page).toContain('Last.fm erfolgreich verbunden!')
  const session = await mara.call(getSession, {})
  expect(session).toMatchObject({ username: 'mara_hoert', isConnected: true, scrobbleCount: 0 })
  const row = await app.services.db.selectFrom('scrobbleConnections').selectAll().executeTakeFirstOrThrow()
  expect(session.sessionKey).toBe(row.id)
})

test('the popup is redirected to Last.fm with the cookie alone, and not without it', async () => {
  const { app, mara, lastfm } = await everything()
  const open = async (headers: Record<string, string>) =>
    app.fetch('/api/lastfm/auth', { headers, redirect: 'manual' })
  const led = await open({ cookie: `sid=${mara.token}` })
  expect(led.status).toBe(302)
  const callback = lastfm.approve(led.headers.get('location') ?? '', 'mara_hoert')
  expect(await answerAuthorization(app, mara, callback)).toContain(SUCCESS)
  expect((await open({})).status).toBe(401)
  expect((await app.fetch(`/api/lastfm/auth?token=${mara.token}`, { redirect: 'manual' })).status).toBe(401)
})

test('a popup whose login has ended gets a page, any other caller the usual error', async () => {
  const { app } = await everything()
  const popup = await app.fetch('/api/lastfm/auth', { headers: { accept: 'text/html,*/*;q=0.8' } })
  expect([popup.status, popup.headers.get('content-type')]).toEqual([401, 'text/html; charset=utf-8'])
  expect(popup.headers.get('content-security-policy')).toContain('script-src')
  expect([popup.headers.get('cross-origin-opener-policy'), popup.headers.get('cache-control')]).toEqual([
    null,
    'no-store',
  ])
  const page = await popup.text()
  expect(page).toContain(FAILURE)
  expect(page).toContain('Du bist nicht mehr angemeldet. Melde dich an und versuche es noch einmal.')
  const call = await app.fetch('/api/lastfm/auth', { headers: { accept: 'application/json' } })
  expect([call.status, await call.json()]).toMatchObject([401, { code: 'UNAUTHENTICATED' }])
})

test('the page at the end runs its own script only and keeps its opener', async () => {
  const { app } = await everything()
  const { headers } = await app.fetch('/api/lastfm/callback/erfunden')
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/script-src 'sha256-[\w+/=]+'/)
  expect(policy).not.toContain('unsafe')
  expect(headers.get('cross-origin-opener-policy')).toBeNull()
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
})

test('a callback is accepted once, within five minutes, and for the requesting member', async () => {
  const { app, mara, tom, lastfm, nameOf } = await everything()
  const ask = async () => lastfm.approve((await mara.call(getAuthUrl, {})).url, 'fremd')

  // Another member, or a browser without a session, opens Mara's link to connect a Last.fm account to itself.
  const strange = await ask()
  expect(await answerAuthorization(app, tom, strange)).toContain(FAILURE)
  expect(await answerAuthorization(app, undefined, strange)).toContain('Du bist nicht mehr angemeldet')
  expect([await nameOf(mara), await nameOf(tom)]).toEqual([null, null])

  expect(await answerAuthorization(app, mara, strange)).toContain(SUCCESS)
  await mara.call(disconnectLastfm, {})
  const replayed = new URL(strange)
  replayed.searchParams.set('token', new URL(await ask()).searchParams.get('token') ?? '')
  expect(await answerAuthorization(app, mara, replayed.href)).toContain('schon beantwortet')

  const late = await ask()
  app.passTime(5 * 60_000 + 1000)
  expect(await answerAuthorization(app, mara, late)).toContain('abgelaufen')
  expect(await nameOf(mara)).toBeNull()
})

test('a modified or invented state connects nothing', async () => {
  const { app, mara, lastfm, nameOf } = await everything()
  const callback = lastfm.approve((await mara.call(getAuthUrl, {})).url, 'fremd')
  const { pathname, search } = new URL(callback)
  const state = pathname.split('/').at(-1) ?? ''
  const [nonce = '', endsAt = '', signature = ''] = state.split('.')
  const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
  for (const wrong of [
    `${nonce}.${endsAt}.${flipped}`,
    `${nonce}.${Number(endsAt) + 60_000}.${signature}`,
    `${nonce}.${endsAt}`,
    `${state}.mehr`,
    `x${state}`,
    'NaN',
  ]) {
    const page = await answerAuthorization(app, mara, `${app.address}/api/lastfm/callback/${wrong}${search}`)
    expect(page, wrong).toContain(FAILURE)
  }
  expect(await nameOf(mara)).toBeNull()
  expect(await answerAuthorization(app, mara, callback)).toContain(SUCCESS)
})

test('a refusal by Last.fm is shown as text', async () => {
  const { app, mara, lastfm } = await everything()
  const callback = async () => new URL(lastfm.approve((await mara.call(getAuthUrl, {})).url, 'mara'))
  const without = await callback()
  without.searchParams.delete('token')
  expect(await answerAuthorization(app, mara, without.href)).toContain(
    'Last.fm hat den Zugang nicht bestätigt.',
  )
  const madeUp = await callback()
  madeUp.searchParams.set('token', '"><script>alert(1)</script>')
  const page = await answerAuthorization(app, mara, madeUp.href)
  expect(page).toContain('Last.fm hat den Zugang nicht bestätigt.')
  expect(page).not.toContain('alert(1)')
  const later = await callback()
  lastfm.behave({ kind: 'http', status: 503 })
  expect(await answerAuthorization(app, mara, later.href)).toContain('Last.fm ist gerade nicht erreichbar.')
})

test('a session key is valid for its owner only', async () => {
  const { app, mara, tom, lastfm, addTrack } = await everything()
  await connectLastfm(app, lastfm, mara)
  const track = await addTrack('Nachtbus')
  const { sessionKey } = await mara.call(getSession, {})
  const body = { sessionKey, track: { id: track.id } }
  const timestamp = Math.floor(app.services.now().getTime() / 1000) - 60
  for (const [route, given] of [
    [scrobble, { ...body, timestamp }],
    [nowPlaying, body],
  ] as const) {
    expect((await tom.refusal(route, { body: given })).body.code).toBe('SCROBBLE_SESSION_UNKNOWN')
  }
  expect(lastfm.calls.filter(({ method }) => method.startsWith('track.'))).toEqual([])
})

test('disconnecting deletes the key and the queued plays', async () => {
  const { app, mara, lastfm, addTrack } = await everything()
  const track = await addTrack('Nachtbus')
  await connectLastfm(app, lastfm, mara)
  await connectByToken(mara)
  await lastfm.goDown()
  await play(app, mara, track.id)
  await mara.call(disconnectLastfm, {})
  await mara.call(disconnect, { params: { service: 'listenbrainz' } })
  const { db } = app.services
  expect(await db.selectFrom('scrobbleConnections').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('scrobbles').selectAll().execute()).toEqual([])
  // A second disconnect is not an error.
  await mara.call(disconnectLastfm, {})
  const { services } = await mara.call(getScrobbling, {})
  expect(services.map(({ isConnected, username }) => [isConnected, username])).toEqual([
    [false, null],
    [false, null],
  ])
})

test('the keys are encrypted in the database, are in no response and no export, and are deleted with the account', async () => {
  const { app, mara, lastfm, addTrack } = await everything()
  const track = await addTrack('Nachtbus')
  const page = await connectLastfm(app, lastfm, mara, 'mara_hoert')
  await connectByToken(mara)
  await play(app, mara, track.id)
  await eventually(() => expect(lastfm.arrived).toHaveLength(1))
  const key = lastfm.calls.find(({ parameters }) => parameters['sk'] !== undefined)?.parameters['sk'] ?? ''
  expect(key).toMatch(/^\w{32}$/)

  const { db } = app.services
  const rows = await db.selectFrom('scrobbleConnections').selectAll().execute()
  const exported = await mara.call(exportAccount, {})
  const answers = [page, await mara.call(getSession, {}), await mara.call(getScrobbling, {}), exported, rows]
  const output = JSON.stringify(answers)
  for (const secret of [key, LISTENBRAINZ_TOKEN, lastfm.settings.apiSecret])
    expect(output).not.toContain(secret)
  const withoutRows = JSON.stringify(answers.slice(0, -1))
  for (const { sealedKey } of rows) expect(withoutRows).not.toContain(sealedKey)
  expect(JSON.stringify(exported)).toContain('mara_hoert')
  expect(JSON.stringify(exported)).toContain('Nachtbus')

  await mara.call(getAuthUrl, {})
  await mara.call(deleteAccount, { body: { password: mara.password } })
  for (const table of ['scrobbleConnections', 'scrobbles', 'scrobbleAsks'] as const) {
    expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([])
  }
})

test('ListenBrainz: a wrong token, an invalid one, and an unavailable service are distinguished', async () => {
  const { app, mara, listenbrainz } = await everything()
  const connect = async (token: unknown) => mara.refusal(connectListenbrainz, { body: { token } })
  expect((await connect('0000-falsch')).body).toMatchObject({
    code: 'SCROBBLE_TOKEN_REFUSED',
    fields: { token: 'ListenBrainz kennt diesen Token nicht. Kopiere ihn bitte noch einmal.' },
  })
  const calls = listenbrainz.calls
  for (const token of [
    '',
    '  ',
    'mit Leerzeichen drin',
    'a\r\nX-Evil: 1',
    'http://127.0.0.1:1/',
    'x'.repeat(101),
    7,
    null,
  ]) {
    expect((await connect(token)).body, String(token)).toMatchObject({
      code: 'VALIDATION',
      fields: { token: expect.any(String) },
    })
  }
  expect(listenbrainz.calls).toBe(calls)
  listenbrainz.respondWith(503)
  expect((await connect(LISTENBRAINZ_TOKEN)).body).toMatchObject({
    code: 'SCROBBLE_SERVICE_AWAY',
    error: 'ListenBrainz ist gerade nicht erreichbar. Bitte versuche es später erneut.',
  })
  listenbrainz.respondWith(200)
  await connectByToken(mara)
  expect((await mara.call(getScrobbling, {})).services[1]).toMatchObject({
    username: 'mara_lb',
    isConnected: true,
  })
  expect(
    (await app.services.db.selectFrom('scrobbleConnections').selectAll().execute())[0]?.sealedKey,
  ).toMatch(/^v1\./)
})

test('without credentials every Last.fm call answers that scrobbling is off, and so does the list', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  const timestamp = Math.floor(Date.now() / 1000)
  const body = { sessionKey: 'x', track: { id: 'x' }, timestamp }
  for (const route of [getAuthUrl, openAuth, getSession, scrobble, nowPlaying, disconnectLastfm]) {
    const input = route.method === 'POST' ? { body } : {}
    const { status, body: refused } = await mara.refusal(route, input)
    expect([status, refused.code], route.path).toEqual([503, 'SCROBBLING_OFF'])
  }
  const page = await answerAuthorization(app, mara, `${app.address}/api/lastfm/callback/x`)
  expect(page).toContain('Scrobbling ist hier nicht eingerichtet.')
  const { services } = await mara.call(getScrobbling, {})
  expect(services).toMatchObject([{ service: 'lastfm', isAvailable: false }, { service: 'listenbrainz' }])
})

test('every field of a scrobble is checked', async () => {
  const { app, mara, lastfm, addTrack } = await everything()
  await connectLastfm(app, lastfm, mara)
  const { id } = await addTrack('Nachtbus')
  const { sessionKey } = await mara.call(getSession, {})
  const now = Math.floor(app.services.now().getTime() / 1000)
  const good = { sessionKey: sessionKey ?? '', track: { id }, timestamp: now - 60 }
  const DAY = 24 * 60 * 60
  const wrong: [string, object][] = [
    ['timestamp', { timestamp: now - 14 * DAY - 5 }],
    ['timestamp', { timestamp: now + 90 }],
    ['timestamp', { timestamp: now * 1000 }],
    ['timestamp', { timestamp: -1 }],
    ['timestamp', { timestamp: 1.5 }],
    ['timestamp', { timestamp: 'gestern' }],
    ['timestamp', { timestamp: [now] }],
    ['timestamp', { timestamp: null }],
    ['track', { track: {} }],
    ['track', { track: id }],
    ['track', { track: [id] }],
    ['track', { track: { id: '' } }],
    ['track', { track: { id: 'x'.repeat(65) } }],
    ['sessionKey', { sessionKey: '' }],
    ['sessionKey', { sessionKey: 'x'.repeat(65) }],
    ['sessionKey', { sessionKey: { $ne: '' } }],
  ]
  for (const [field, change] of wrong) {
    const { status, body } = await mara.refusal(scrobble, { body: { ...good, ...change } })
    expect([status, body.code], JSON.stringify(change)).toEqual([400, 'VALIDATION'])
    expect(body.fields?.[field], JSON.stringify(change)).toEqual(expect.any(String))
  }
  for (const strange of ['nichts', `${id}' or 1=1`, '😀'])
    expect((await mara.refusal(scrobble, { body: { ...good, track: { id: strange } } })).status).toBe(404)
  for (const timestamp of [now - 14 * DAY + 60, now + 30])
    expect(await mara.call(scrobble, { body: { ...good, timestamp } })).toEqual({
      success: true,
      accepted: true,
    })
  // Fields of the track besides its id are ignored.
  const claims = { id, title: 'Gelogen', artist: 'Gelogen', album: 'Gelogen' }
  await mara.call(scrobble, { body: { ...good, track: claims } })
  await eventually(() => expect(lastfm.arrived).toHaveLength(3))
  expect(JSON.stringify(lastfm.arrived)).not.toContain('Gelogen')
})

test('pausing needs a boolean and an existing connection', async () => {
  const { mara } = await everything()
  const pause = async (service: string, isPaused: unknown) =>
    (await mara.refusal(pauseScrobbling, { params: { service }, body: { isPaused } })).status
  expect(await pause('lastfm', true)).toBe(404)
  expect(await pause('spotify', true)).toBe(400)
  expect(await pause('lastfm', 'ja')).toBe(400)
})
