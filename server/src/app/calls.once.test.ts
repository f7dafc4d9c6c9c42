import { login } from '@tonarchiv/contract/auth'
import { openApi } from '@tonarchiv/contract/operation'
import { expect, test } from 'vitest'
import { startApp } from '#testing/start-app.ts'

const json = { 'content-type': 'application/json' }

test('an unknown call is a JSON 404 with a request id, never the web page', async () => {
  const app = await startApp()
  const response = await app.fetch('/api/gibt/es/nicht?token=st_geheim')
  expect(response.status).toBe(404)
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(await response.json()).toEqual({
    error: 'Nicht gefunden',
    code: 'NOT_FOUND',
    requestId: response.headers.get('x-request-id'),
  })
})

test('every response has the security headers', async () => {
  const app = await startApp()
  for (const path of ['/healthz', '/api/user/profile', '/nirgends']) {
    const { headers } = await app.fetch(path)
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'permissions-policy': 'microphone=(self), camera=(), geolocation=()',
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
    })
    expect(headers.has('server')).toBe(false)
  }
})

test.each([
  'application/json; charset=utf-8',
  'application/json;charset=UTF-8',
  'application/json; charset="utf-8"',
  'Application/JSON',
])('%s is JSON', async (type) => {
  const app = await startApp()
  const response = await app.fetch('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': type },
    body: new Blob(['{"email":"a@b.de","password":"unbekannt"}']),
  })
  expect([response.status, await response.json()]).toMatchObject([401, { code: 'WRONG_CREDENTIALS' }])
})

test('a call without a body may have a content type, as many clients send one', async () => {
  const app = await startApp()
  const { token } = await app.signIn()
  const headers = { authorization: `Bearer ${token}`, ...json }
  const ask = async (method: string, path: string) => (await app.fetch(path, { method, headers })).status
  expect(await ask('DELETE', '/api/favorites/nichts')).toBe(404)
  expect(await ask('POST', '/api/auth/logout')).toBe(200)
})

test('calls for albums and videos ask for a login with their own texts', async () => {
  const app = await startApp()
  const reported = async (method: string, path: string) => {
    const response = await app.fetch(path, { method })
    const body: unknown = await response.json()
    return [response.status, body]
  }
  const code = 'UNAUTHENTICATED'
  for (const path of ['/albums', '/albums/nichts'])
    expect(await reported('GET', path)).toMatchObject([
      401,
      { code, error: 'Nicht angemeldet - bitte anmelden' },
    ])
  for (const [method, path] of [
    ['GET', '/api/videos'],
    ['POST', '/api/videos'],
    ['DELETE', '/api/videos/nichts'],
  ] as const)
    expect(await reported(method, path)).toMatchObject([401, { code, error: 'Nicht authentifiziert' }])
  expect(await reported('GET', '/api/songs')).toMatchObject([401, { code, error: 'Nicht angemeldet' }])
})

test.each([
  ['no type', {}, '{"email":"a@b.de","password":"x"}', 415],
  ['text', { 'content-type': 'text/plain' }, '{"email":"a@b.de","password":"x"}', 415],
  ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'email=a@b.de&password=x', 415],
  ['a type with more', { 'content-type': 'application/json; charset=latin1' }, '{}', 415],
  ['broken JSON', json, '{"email":', 400],
  ['nothing', json, '', 400],
  ['a list', json, '[]', 400],
  ['a poisoned prototype', json, '{"__proto__":{"isAdmin":true},"email":"a@b.de","password":"x"}', 400],
  ['a poisoned constructor', json, '{"constructor":{"prototype":{}},"email":"a@b.de","password":"x"}', 400],
  ['deep nesting', json, `{"email":"a@b.de","password":"x","a":${'['.repeat(20)}${']'.repeat(20)}}`, 400],
  ['too much', json, JSON.stringify({ email: 'a@b.de', password: 'x', more: 'y'.repeat(70_000) }), 413],
])('a body of %s is refused', async (_what, headers, body, status) => {
  const app = await startApp()
  const response = await app.fetch('/api/auth/login', { method: 'POST', headers, body: new Blob([body]) })
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({
    error: expect.any(String),
    code: expect.any(String),
    requestId: expect.any(String),
  })
})

test('a URL that is too long is rejected', async () => {
  const app = await startApp()
  expect((await app.fetch(`/api/${'x'.repeat(3000)}`)).status).toBe(414)
})

test('a repeated query name is rejected where one value is expected', async () => {
  const app = await startApp()
  const { token } = await app.signIn()
  const headers = { authorization: `Bearer ${token}` }
  for (const query of ['limit=1&limit=9', 'limit[]=1&limit[]=2', 'limit=-1', 'limit=1e2', 'offset=x']) {
    const { status } = await app.fetch(`/albums?${query}`, { headers })
    expect([query, status]).toEqual([query, query.startsWith('limit[]') ? 200 : 400])
  }
})

test('anonymous callers are rate-limited by client subnet, whatever credential they send', async () => {
  const app = await startApp({ rateLimitFactor: 1 })
  const statuses: number[] = []
  for (let count = 0; count < 121; count += 1) {
    const response = await app.fetch('/api/auth/media-ticket', {
      headers: { 'x-forwarded-for': `10.0.0.${count}` },
    })
    statuses.push(response.status)
  }
  expect(statuses.slice(0, 120).every((status) => status === 401)).toBe(true)
  expect(statuses[120]).toBe(429)
  app.passTime(61_000)
  expect((await app.fetch('/api/auth/media-ticket')).status).toBe(401)
})

test('searches are counted, however the query name is encoded', async () => {
  const app = await startApp({ rateLimitFactor: 1 })
  const { token } = await app.signIn()
  const search = async (name: string) =>
    (await app.fetch(`/albums?${name}=lied`, { headers: { authorization: `Bearer ${token}` } })).status
  for (let count = 0; count < 30; count += 1)
    expect([await search('search'), await search('s%65arch')]).toEqual([200, 200])
  expect(await search('%73earch')).toBe(429)
})

test('searches for people are counted like those for music', async () => {
  const app = await startApp({ rateLimitFactor: 1 })
  const { token } = await app.signIn()
  const headers = { authorization: `Bearer ${token}` }
  const search = async () => app.fetch('/api/users/search?q=mara', { headers })
  for (let count = 0; count < 60; count += 1) expect((await search()).status).toBe(200)
  const refused = await search()
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
})

test('a search that follows every typed letter has a limit of its own', async () => {
  const app = await startApp({ rateLimitFactor: 1 })
  const { token } = await app.signIn()
  const headers = { authorization: `Bearer ${token}` }
  const search = async () => app.fetch('/api/search?q=l', { headers })
  for (let count = 0; count < 300; count += 1) expect((await search()).status).toBe(200)
  expect((await search()).status).toBe(429)
  expect((await app.fetch('/albums?search=lied', { headers })).status).toBe(200)
})

test('forwarded addresses are accepted from trusted proxies only', async () => {
  const app = await startApp({ rateLimitFactor: 1, trustedProxies: ['127.0.0.1'] })
  for (let count = 0; count < 130; count += 1) {
    const response = await app.fetch('/api/auth/media-ticket', {
      headers: { 'x-forwarded-for': `10.0.${count}.1` },
    })
    expect(response.status).toBe(401)
  }
})

test('the description of all calls is for admins', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const description = await admin.call(openApi, {})
  expect(description).toMatchObject({ openapi: '3.1.0' })
  const paths = description['paths']
  if (typeof paths !== 'object' || paths === null) throw new Error('The description names no paths')
  for (const route of app.ownRoutes) {
    const path: unknown = Reflect.get(paths, route.path.replaceAll(/:(\w+)/g, '{$1}'))
    expect(path, route.path).toHaveProperty(route.method.toLowerCase())
  }
  const text = JSON.stringify(description)
  for (const { code } of login.refusals) expect(text).toContain(code)
})

test('the health check needs no login and contains no details', async () => {
  const app = await startApp()
  expect(await (await app.fetch('/healthz')).json()).toEqual({ status: 'ok' })
  expect(await (await app.fetch('/readyz')).json()).toEqual({ status: 'ok' })
})
