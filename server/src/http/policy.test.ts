import { addressOf, type RouteShape } from '@tonarchiv/contract/route'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/start-app.ts'
import { makeBind, RouteWithoutPolicy } from './bind.ts'
import { callLimits } from './call-limits.ts'

/** Who may get past each level's gate; all others are refused with this status and code. */
const CALLERS = ['anonymous', 'unverified', 'verified', 'withKey', 'admin'] as const
type CallerKind = (typeof CALLERS)[number]

const NO_LOGIN = [401, 'UNAUTHENTICATED']
const UNVERIFIED = [403, 'EMAIL_UNVERIFIED']
const NO_KEY = [403, 'KEY_REQUIRED']
const NO_ADMIN = [403, 'FORBIDDEN']

const REFUSALS: Record<RouteShape['access'], Partial<Record<CallerKind, (string | number)[]>>> = {
  public: {},
  auth: { anonymous: NO_LOGIN },
  verified: { anonymous: NO_LOGIN, unverified: UNVERIFIED },
  key: { anonymous: NO_LOGIN, unverified: UNVERIFIED, verified: NO_KEY },
  admin: { anonymous: NO_LOGIN, unverified: UNVERIFIED, verified: NO_ADMIN, withKey: NO_ADMIN },
}
const GATES = new Set([NO_LOGIN, UNVERIFIED, NO_KEY, NO_ADMIN].map((gate) => gate.join()))

async function tokens(app: TestApp): Promise<Record<CallerKind, string | undefined>> {
  return {
    anonymous: undefined,
    unverified: (await app.signIn({ emailVerified: false, hasKey: false })).token,
    verified: (await app.signIn({ hasKey: false })).token,
    withKey: (await app.signIn()).token,
    admin: (await app.signIn({ isAdmin: true, hasKey: false })).token,
  }
}

/** The route asked with nothing useful in it, so that whoever passes the gate is refused by what follows. */
async function ask(
  app: TestApp,
  route: RouteShape,
  method: string,
  token: string | undefined,
): Promise<Response> {
  const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, 'nichts'])
  return app.fetch(addressOf(route, { params: Object.fromEntries(names) }), {
    method,
    redirect: 'manual',
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })
}

test('every route lets in whom its policy names, and nobody else', async () => {
  const app = await startApp()
  const wrong: string[] = []
  for (const route of app.routes) {
    // Logging out ends the session that the next callers of this table need.
    if (route.path === '/api/auth/logout') continue
    const tokenOf = await tokens(app)
    for (const caller of CALLERS) {
      const response = await ask(app, route, route.method, tokenOf[caller])
      const text = await response.text()
      const code = text.startsWith('{') ? String(Reflect.get(JSON.parse(text), 'code')) : ''
      const got = [response.status, code].join()
      const expected = REFUSALS[route.access][caller]?.join()
      const isRight = expected === undefined ? !GATES.has(got) && response.status < 500 : got === expected
      if (!isRight)
        wrong.push(
          `${route.method} ${route.path} as ${caller}: ${got} instead of ${expected ?? 'getting in'}`,
        )
    }
  }
  expect(wrong).toEqual([])
})

test('HEAD is gated like GET, and OPTIONS does nothing', async () => {
  const app = await startApp()
  for (const route of app.routes) {
    expect((await ask(app, route, 'OPTIONS', undefined)).status, `OPTIONS ${route.path}`).toBe(404)
    if (route.method !== 'GET' || route.access === 'public') continue
    expect((await ask(app, route, 'HEAD', undefined)).status, `HEAD ${route.path}`).toBe(401)
  }
})

test('every route is listed here with its policy', async () => {
  const app = await startApp()
  const list = app.routes.map(({ method, path, access }) => `${access} ${method} ${path}`).sort()
  expect(list).toMatchInlineSnapshot(`
    [
      "admin DELETE /api/access-keys/:id",
      "admin GET /api/access-keys",
      "admin GET /api/openapi.json",
      "admin POST /api/generate-access-key",
      "auth GET /api/auth/media-ticket",
      "auth GET /api/user/profile",
      "auth POST /api/auth/logout",
      "public GET /healthz",
      "public GET /readyz",
      "public GET /verify-email-token",
      "public POST /api/auth/login",
      "public POST /api/auth/register",
      "public POST /api/auth/verify-email",
      "public POST /api/resend-verification",
      "verified POST /api/admin-verify-key",
    ]
  `)
})

test('a route that declares no policy stops the start', async () => {
  const server = fastify()
  makeBind(server, {
    findCaller: async () => undefined,
    limits: callLimits(1, () => new Date()),
    publicUrl: 'http://localhost',
  })
  expect(() => server.get('/vergessen', () => 'offen')).toThrow(RouteWithoutPolicy)
  await server.close()
})

test('tokens in the query count on media only, and two of them not at all', async () => {
  const app = await startApp()
  const { token } = await app.signIn()
  const statusOf = async (path: string) => (await app.fetch(path)).status
  expect(await statusOf(`/api/user/profile?token=${token}`)).toBe(401)
  expect(await statusOf(`/api/stream/nichts?token=${token}`)).toBe(404)
  expect(await statusOf(`/api/cover/nichts?auth=${token}`)).toBe(404)
  expect(await statusOf(`/api/cover/nichts?auth=${token}&token=${token}`)).toBe(401)
  expect(await statusOf(`/api/cover/nichts?auth=${token}&auth=${token}`)).toBe(401)
})
