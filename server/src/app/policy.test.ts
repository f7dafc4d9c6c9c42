import { urlOf, type RouteShape } from '@tonarchiv/contract/route'
import { WHOLE_ARCHIVE } from '@tonarchiv/contract/scope'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { addByForm } from '#testing/album-forms.ts'
import { signInScoped } from '#testing/scoped-members.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'
import { openGate, RouteWithoutPolicy } from '#http/gate.ts'
import { callLimits } from '#http/call-limits.ts'

/**
 * The kinds of callers, from the fewest rights to the most. For each access level the test states which of them pass
 * the gate, and with which status and code the others are rejected.
 */
const CALLERS = [
  'anonymous',
  'unverified',
  'verified',
  'ended',
  'ofTypes',
  'ofAlbums',
  'withVideos',
  'withKey',
  'admin',
] as const
type CallerKind = (typeof CALLERS)[number]

const NO_LOGIN = [401, 'UNAUTHENTICATED']
const UNVERIFIED = [403, 'EMAIL_UNVERIFIED']
const NO_KEY = [403, 'KEY_REQUIRED']
const NO_ADMIN = [403, 'FORBIDDEN']

const REFUSALS: Record<RouteShape['access'], Partial<Record<CallerKind, (string | number)[]>>> = {
  public: {},
  auth: { anonymous: NO_LOGIN },
  verified: { anonymous: NO_LOGIN, unverified: UNVERIFIED },
  key: { anonymous: NO_LOGIN, unverified: UNVERIFIED, verified: NO_KEY, ended: NO_KEY },
  admin: {
    anonymous: NO_LOGIN,
    unverified: UNVERIFIED,
    verified: NO_ADMIN,
    ended: NO_ADMIN,
    ofTypes: NO_ADMIN,
    ofAlbums: NO_ADMIN,
    withVideos: NO_ADMIN,
    withKey: NO_ADMIN,
  },
}
const GATES = new Set([NO_LOGIN, UNVERIFIED, NO_KEY, NO_ADMIN].map((gate) => gate.join()))

/**
 * The settings of scrobbling services at an address that no request of this file reaches. Without them every route of
 * scrobbling would answer that it is not configured.
 */
const NOWHERE = { apiUrl: 'http://127.0.0.1:9/' }
const SCROBBLING = {
  lastfm: { apiKey: 'k', apiSecret: 's', authUrl: NOWHERE.apiUrl, ...NOWHERE },
  listenbrainz: NOWHERE,
  tellsUnreleased: false,
}

/**
 * Routes that members without a key may call for albums in the preview. Everything outside of the preview requires a
 * key.
 */
const PREVIEWS = new Set(['/albums/:albumTitel', '/api/cover/:name'])

/** Makes a new account of each kind, and returns the token of its session. */
function signIns(
  app: TestApp,
  albumId: string,
): Record<CallerKind, () => Promise<{ token: string | undefined }>> {
  return {
    anonymous: async () => ({ token: undefined }),
    unverified: async () => app.signIn({ emailVerified: false, hasKey: false }),
    verified: async () => app.signIn({ hasKey: false }),
    // Access that has ended counts as none, and access to a part passes the gate.
    ended: async () => signInScoped(app, WHOLE_ARCHIVE, { endsAt: new Date(0) }),
    ofTypes: async () => signInScoped(app, { kind: 'types', types: ['ep'], hasVideos: false }),
    ofAlbums: async () => signInScoped(app, { kind: 'albums', albumIds: [albumId], hasVideos: false }),
    withVideos: async () => signInScoped(app, { kind: 'types', types: ['ep'], hasVideos: true }),
    withKey: async () => app.signIn(),
    admin: async () => app.signIn({ isAdmin: true, hasKey: false }),
  }
}

/**
 * Calls a route with invalid parameters. A caller that passes the gate is then rejected by the check of the parameters.
 */
async function ask(
  app: TestApp,
  route: RouteShape,
  method: string,
  token: string | undefined,
): Promise<Response> {
  const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, 'nichts'])
  return app.fetch(urlOf(route, { params: Object.fromEntries(names) }), {
    method,
    redirect: 'manual',
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })
}

test('every route admits the callers of its access level, and no others', async () => {
  const app = await startApp({ scrobbling: SCROBBLING })
  const { albumId } = await addByForm(await app.signIn({ isAdmin: true }), { tracks: ['Da'] })
  const wrong: string[] = []
  const signInAs = signIns(app, albumId)
  const tokenOf = new Map<CallerKind, string | undefined>()
  for (const route of app.ownRoutes) {
    for (const caller of CALLERS) {
      if (!tokenOf.has(caller)) tokenOf.set(caller, (await signInAs[caller]()).token)
      const response = await ask(app, route, route.method, tokenOf.get(caller))
      const text = await response.text()
      const code = text.startsWith('{') ? String(Reflect.get(JSON.parse(text), 'code')) : ''
      const got = [response.status, code].join()
      const isPreview = (caller === 'verified' || caller === 'ended') && PREVIEWS.has(route.path)
      const expected = isPreview ? undefined : REFUSALS[route.access][caller]?.join()
      // The response to HEAD has no body with a code.
      const isSame =
        route.method === 'HEAD' ? expected?.startsWith(String(response.status)) : got === expected
      const isRight =
        expected === undefined ? (isPreview || !GATES.has(got)) && response.status < 500 : isSame === true
      if (!isRight)
        wrong.push(
          `${route.method} ${route.path} as ${caller}: ${got} instead of ${expected ?? 'getting in'}`,
        )
      // A call that changes something may end the session, or delete the account. A rejected one changes nothing.
      if (route.method !== 'GET' && response.status < 400) tokenOf.delete(caller)
    }
  }
  expect(wrong).toEqual([])
})

test('an admin without the required second factor is a member until it is set up', async () => {
  const app = await startApp({ scrobbling: SCROBBLING, adminsNeedFactor: true })
  const withKey = (await app.signIn({ isAdmin: true })).token
  const withoutKey = (await app.signIn({ isAdmin: true, hasKey: false })).token
  const wrong: string[] = []
  // Calls that pass the access check and change something are left out, because they may end the session.
  for (const route of app.ownRoutes.filter(({ access, method }) => access === 'admin' || method === 'GET')) {
    if (route.method === 'HEAD') continue
    for (const [token, keyIsMissing] of [
      [withKey, false],
      [withoutKey, route.access === 'key'],
    ] as const) {
      const response = await ask(app, route, route.method, token)
      const isRefused = response.status === 403 && (await response.text()).includes('"ADMIN_FACTOR_REQUIRED"')
      if (isRefused !== (route.access === 'admin' || keyIsMissing))
        wrong.push(`${route.method} ${route.path}: ${response.status}`)
    }
  }
  expect(wrong).toEqual([])
})

test('HEAD is gated like GET, and OPTIONS does nothing', async () => {
  const app = await startApp()
  for (const route of app.ownRoutes) {
    expect((await ask(app, route, 'OPTIONS', undefined)).status, `OPTIONS ${route.path}`).toBe(404)
    if (route.method !== 'GET' || route.access === 'public') continue
    expect((await ask(app, route, 'HEAD', undefined)).status, `HEAD ${route.path}`).toBe(401)
  }
})

test('every route is listed here with its access level', async () => {
  const app = await startApp()
  const list = app.ownRoutes.map(({ method, path, access }) => `${access} ${method} ${path}`).sort()
  expect(list).toMatchInlineSnapshot(`
    [
      "admin DELETE /api/access-keys/:id",
      "admin DELETE /api/admin/chat/restrictions/:userId/:kind",
      "admin DELETE /api/admin/invitation-tree/:id",
      "admin DELETE /api/admin/users/:id",
      "admin DELETE /api/album-premiere/:albumTitel",
      "admin DELETE /api/chat/messages/:id/pin",
      "admin DELETE /api/delete-album/:albumTitel",
      "admin DELETE /api/track/:id",
      "admin DELETE /api/uploads/:id",
      "admin DELETE /api/videos/:id",
      "admin GET /api/access-keys",
      "admin GET /api/admin/acts",
      "admin GET /api/admin/albums",
      "admin GET /api/admin/albums/:albumTitel",
      "admin GET /api/admin/artists",
      "admin GET /api/admin/chat/record/:userId",
      "admin GET /api/admin/chat/reports",
      "admin GET /api/admin/chat/restrictions",
      "admin GET /api/admin/chat/settings",
      "admin GET /api/admin/favorites/track/:id",
      "admin GET /api/admin/invitation-tree",
      "admin GET /api/admin/key-batches",
      "admin GET /api/admin/key-batches/:id",
      "admin GET /api/admin/key-batches/:id/withdrawal",
      "admin GET /api/admin/key-requests",
      "admin GET /api/admin/keys.csv",
      "admin GET /api/admin/users",
      "admin GET /api/album-premiere/:albumTitel",
      "admin GET /api/chat/messages/:id/versions",
      "admin GET /api/closed-albums",
      "admin GET /api/openapi.json",
      "admin HEAD /api/uploads/:id",
      "admin PATCH /api/admin/artists/:id",
      "admin PATCH /api/admin/key-batches/:id",
      "admin PATCH /api/update-album/:albumTitel",
      "admin PATCH /api/update-albums-order",
      "admin PATCH /api/uploads/:id",
      "admin PATCH /api/videos/:id",
      "admin POST /api/add-album",
      "admin POST /api/add-tracks-to-album",
      "admin POST /api/admin/chat/reports/:id/close",
      "admin POST /api/admin/key-batches",
      "admin POST /api/admin/key-batches/:id/withdrawal",
      "admin POST /api/admin/key-requests/:userId/grant",
      "admin POST /api/admin/key-requests/:userId/reject",
      "admin POST /api/album-premiere/:albumTitel/open",
      "admin POST /api/albums",
      "admin POST /api/generate-access-key",
      "admin POST /api/generate-access-keys",
      "admin POST /api/uploads",
      "admin POST /api/videos",
      "admin PUT /api/admin/chat/restrictions/:userId",
      "admin PUT /api/admin/chat/slow-mode",
      "admin PUT /api/admin/chat/upload-cards",
      "admin PUT /api/admin/invitation-tree/:id",
      "admin PUT /api/admin/users/:id",
      "admin PUT /api/album-cover/:albumTitel",
      "admin PUT /api/album-premiere/:albumTitel",
      "admin PUT /api/chat/messages/:id/pin",
      "admin PUT /api/track/:id/file",
      "admin PUT /api/track/:id/lyrics",
      "admin PUT /api/videos/:id/thumbnail",
      "auth DELETE /api/app-passwords/:id",
      "auth DELETE /api/invitations/:id",
      "auth DELETE /api/user/account",
      "auth DELETE /api/user/authenticator",
      "auth DELETE /api/user/devices/:id",
      "auth DELETE /api/user/passkeys/:id",
      "auth DELETE /api/user/trusted-devices/:id",
      "auth GET /api/app-passwords",
      "auth GET /api/auth/media-ticket",
      "auth GET /api/user/devices",
      "auth GET /api/user/export",
      "auth GET /api/user/export/files",
      "auth GET /api/user/factors",
      "auth GET /api/user/profile",
      "auth POST /api/auth/logout",
      "auth POST /api/auth/logout-all",
      "auth POST /api/user/confirmation",
      "auth POST /api/user/confirmation/challenge",
      "auth POST /api/user/recovery-codes",
      "auth PUT /api/user/devices/:id",
      "auth PUT /api/user/email",
      "auth PUT /api/user/passkeys/:id",
      "key DELETE /api/favorites/:id",
      "key DELETE /api/listen-requests/:id",
      "key DELETE /api/playlists/:id",
      "key DELETE /api/playlists/:id/collaborators/:userId",
      "key DELETE /api/playlists/:id/cover",
      "key DELETE /api/playlists/:id/follow",
      "key DELETE /api/premieres/:albumId/notice",
      "key DELETE /api/premieres/:albumId/reminder",
      "key GET /api/albums/:id/download",
      "key GET /api/albums/:id/notes",
      "key GET /api/albums/marks",
      "key GET /api/albums/offset",
      "key GET /api/analysis",
      "key GET /api/artists/:id",
      "key GET /api/invitations",
      "key GET /api/play-state",
      "key GET /api/playlists/:id/download",
      "key GET /api/playlists/:id/export",
      "key GET /api/plays",
      "key GET /api/plays/artist/:id",
      "key GET /api/plays/top",
      "key GET /api/plays/track/:track",
      "key GET /api/plays/track/:track/personal",
      "key GET /api/premieres/:albumId",
      "key GET /api/qualities",
      "key GET /api/quality/:file",
      "key GET /api/songs",
      "key GET /api/stream/:file",
      "key GET /api/track/:id/lyrics",
      "key GET /api/track/:id/metadata",
      "key GET /api/track/:id/moments",
      "key GET /api/track/:id/sound",
      "key GET /api/videos",
      "key GET /api/videos/stream/:file",
      "key GET /api/videos/thumbnail/:name",
      "key PATCH /api/playlists/:id",
      "key POST /api/favorites",
      "key POST /api/invitations",
      "key POST /api/lastfm/now-playing",
      "key POST /api/lastfm/scrobble",
      "key POST /api/listen-requests/:id/answer",
      "key POST /api/offline/details",
      "key POST /api/offline/files",
      "key POST /api/playlists",
      "key POST /api/playlists/:id/copy",
      "key POST /api/playlists/:id/entries",
      "key POST /api/playlists/:id/entries/remove",
      "key POST /api/playlists/:id/entries/restore",
      "key POST /api/playlists/containing",
      "key POST /api/playlists/import",
      "key POST /api/playlists/preview",
      "key POST /api/plays",
      "key POST /api/premieres/:albumId/reader",
      "key POST /api/rooms",
      "key POST /api/scrobbling/now-playing",
      "key POST /api/users/:id/listen-along",
      "key PUT /api/play-state",
      "key PUT /api/play-state/position",
      "key PUT /api/playlists/:id/collaborators/:userId",
      "key PUT /api/playlists/:id/cover",
      "key PUT /api/playlists/:id/entries/order",
      "key PUT /api/playlists/:id/follow",
      "key PUT /api/premieres/:albumId/reminder",
      "public GET /api/digest/unsubscribe/:token",
      "public GET /api/keys/:key",
      "public GET /api/lastfm/callback/:state",
      "public GET /api/verify-reset-token/:token",
      "public GET /healthz",
      "public GET /metrics",
      "public GET /readyz",
      "public GET /verify-email-token",
      "public POST /api/auth/forgot-password",
      "public POST /api/auth/login",
      "public POST /api/auth/passkey",
      "public POST /api/auth/passkey/challenge",
      "public POST /api/auth/register",
      "public POST /api/auth/reset-password",
      "public POST /api/auth/restore-email",
      "public POST /api/auth/second-factor",
      "public POST /api/auth/second-factor/code",
      "public POST /api/auth/second-factor/recovery-code",
      "public POST /api/auth/verify-email",
      "public POST /api/digest/resubscribe/:token",
      "public POST /api/digest/unsubscribe/:token",
      "public POST /api/request-reset",
      "public POST /api/resend-verification",
      "public POST /api/reset-password",
      "verified DELETE /api/chat/messages/:id",
      "verified DELETE /api/chat/messages/:id/reactions/:emoji",
      "verified DELETE /api/friends/:id",
      "verified DELETE /api/friends/blocks/:id",
      "verified DELETE /api/friends/request/:id",
      "verified DELETE /api/push/devices/:id",
      "verified DELETE /api/scrobbling/:service",
      "verified GET /albums",
      "verified GET /albums/:albumTitel",
      "verified GET /api/access",
      "verified GET /api/avatar/:name",
      "verified GET /api/chat/media/:name",
      "verified GET /api/chat/messages",
      "verified GET /api/chat/messages/:id/reactions/:emoji",
      "verified GET /api/chat/order",
      "verified GET /api/chat/read",
      "verified GET /api/chat/search",
      "verified GET /api/conversations",
      "verified GET /api/conversations/:id",
      "verified GET /api/conversations/:id/mute",
      "verified GET /api/cover/:name",
      "verified GET /api/favorites",
      "verified GET /api/friends",
      "verified GET /api/friends/blocks",
      "verified GET /api/key-request",
      "verified GET /api/lastfm/auth",
      "verified GET /api/lastfm/auth-url",
      "verified GET /api/lastfm/session",
      "verified GET /api/notification-settings",
      "verified GET /api/notifications",
      "verified GET /api/notifications/unread",
      "verified GET /api/playlist-cover/:name",
      "verified GET /api/playlists",
      "verified GET /api/playlists/:id",
      "verified GET /api/playlists/:id/changes",
      "verified GET /api/playlists/:id/entries",
      "verified GET /api/playlists/:id/members-here",
      "verified GET /api/premieres",
      "verified GET /api/push/devices",
      "verified GET /api/rooms",
      "verified GET /api/rooms/:id",
      "verified GET /api/scrobbling",
      "verified GET /api/search",
      "verified GET /api/users/:id/profile",
      "verified GET /api/users/search",
      "verified GET /api/users/status",
      "verified PATCH /api/chat/messages/:id",
      "verified PATCH /api/notification-settings",
      "verified POST /api/admin-verify-key",
      "verified POST /api/app-passwords",
      "verified POST /api/cards",
      "verified POST /api/chat/messages",
      "verified POST /api/chat/messages/:id/report",
      "verified POST /api/chat/upload",
      "verified POST /api/conversations",
      "verified POST /api/digest/preview",
      "verified POST /api/friends/request",
      "verified POST /api/key-request",
      "verified POST /api/lastfm/disconnect",
      "verified POST /api/push/devices/:id/test",
      "verified POST /api/rooms/:id/commands",
      "verified POST /api/rooms/:id/invitations",
      "verified POST /api/rooms/:id/join",
      "verified POST /api/rooms/:id/join-invited",
      "verified POST /api/rooms/:id/leave",
      "verified POST /api/user/authenticator",
      "verified POST /api/user/authenticator/code",
      "verified POST /api/user/passkeys",
      "verified POST /api/user/passkeys/challenge",
      "verified PUT /api/chat/messages/:id/reactions/:emoji",
      "verified PUT /api/chat/read",
      "verified PUT /api/chat/unread",
      "verified PUT /api/conversations/:id/mute",
      "verified PUT /api/friends/blocks/:id",
      "verified PUT /api/friends/request/:id/accept",
      "verified PUT /api/friends/request/:id/reject",
      "verified PUT /api/listenbrainz/token",
      "verified PUT /api/notifications/:id/read",
      "verified PUT /api/notifications/read",
      "verified PUT /api/push/device",
      "verified PUT /api/scrobbling/:service",
      "verified PUT /api/user/avatar",
      "verified PUT /api/user/password",
      "verified PUT /api/user/profile",
      "verified PUT /api/user/username",
    ]
  `)
})

test('a route without an access level stops the start', async () => {
  const server = fastify()
  openGate(server, {
    findCaller: async () => undefined,
    findSessionEndReason: async () => 'expired',
    limits: callLimits(1, () => new Date()),
    now: () => new Date(),
  })
  expect(() => server.get('/vergessen', () => 'offen')).toThrow(RouteWithoutPolicy)
  await server.close()
})

test('tokens in the query are valid on media only, and two of them are rejected', async () => {
  const app = await startApp()
  const { token } = await app.signIn()
  const statusOf = async (path: string) => (await app.fetch(path)).status
  expect(await statusOf(`/api/user/profile?token=${token}`)).toBe(401)
  expect(await statusOf(`/api/stream/nichts?token=${token}`)).toBe(404)
  expect(await statusOf(`/api/cover/nichts?auth=${token}`)).toBe(404)
  expect(await statusOf(`/api/cover/nichts?auth=${token}&token=${token}`)).toBe(400)
  expect(await statusOf(`/api/cover/nichts?auth=${token}&auth=${token}`)).toBe(400)
})
