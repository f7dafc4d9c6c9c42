import { getProfile } from '@tonarchiv/contract/users'
import { openApi } from '@tonarchiv/contract/operation'
import { refusal, unsupportedMedia } from '@tonarchiv/contract/refusal'
import { route } from '@tonarchiv/contract/route'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Caller } from '#access/caller.ts'
import { defineFeature } from '#feature.ts'
import type { Protocol } from '#http/protocol.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'
import { features as allFeatures } from './features.ts'

const FORM_TYPE = 'application/x-www-form-urlencoded'

const songGone = refusal(404, 'SONG_GONE', 'Dieses Lied gibt es nicht')

const getSong = route({
  method: 'GET',
  path: '/lines/song',
  access: 'key',
  summary: 'A song.',
  limit: 'image',
  query: z.object({ id: z.string().check(z.maxLength(20)) }),
  answer: z.object({ title: z.string() }),
  refusals: [songGone],
})
const getSongByForm = route({ ...getSong, method: 'POST' })
const ping = route({
  method: 'GET',
  path: '/lines/ping',
  access: 'public',
  summary: 'Whether somebody is there, and who calls.',
  answer: z.object({ caller: z.string() }),
})

/**
 * A protocol for tests. Every response has status 200 and starts with `ok=…`. Parameters and the API key are in the
 * query or a form.
 */
const lines: Protocol = {
  name: 'lines',
  credentialOf: (request) => {
    const key = new URLSearchParams(request.url.split('?')[1]).get('key')
    return key === null ? undefined : { kind: 'apiKey', key }
  },
  bodyParsers: { [FORM_TYPE]: (text) => Object.fromEntries(new URLSearchParams(text)) },
  checkBody: ({ method, headers }) => {
    if (method === 'POST' && headers['content-type'] !== FORM_TYPE) throw new Refused(unsupportedMedia)
  },
  readInput: ({ method, params, query, body }) => ({
    params,
    query: method === 'POST' ? body : query,
    body: undefined,
  }),
  sendAnswer: (_request, reply, _route, answer) =>
    void reply.type('text/plain').send(`ok=yes\n${JSON.stringify(answer)}`),
  sendJson: (_request, reply, _route, { json }) =>
    void reply.type('text/plain').send(`ok=yes\n${json.toString()}`),
  sendRefusal: (_request, reply, { refusal: { code } }) =>
    void reply.status(200).type('text/plain').send(`ok=no\n${code}`),
}

async function callerWith({ db }: Services, userId: string | undefined): Promise<Caller | undefined> {
  if (userId === undefined) return undefined
  const row = await db
    .selectFrom('users')
    .select(['id', 'email', 'username', 'isAdmin', 'emailVerified', 'keyVerified'])
    .where('id', '=', userId)
    .executeTakeFirst()
  return (
    row && {
      ...row,
      sessionId: `key of ${userId}`,
      isAdmin: row.isAdmin === 1,
      emailVerified: row.emailVerified === 1,
      keyVerified: row.keyVerified === 1,
    }
  )
}

/** All features except the one that issues API keys. `keysFeature` replaces that feature. */
const features = allFeatures.filter(({ name }) => name !== 'app-passwords')

/** API keys of accounts, in memory. */
const keysFeature = (keys: ReadonlyMap<string, string>) =>
  defineFeature({
    name: 'keys',
    credentials: ({ services }) => ({ apiKey: async ({ key }) => callerWith(services, keys.get(key)) }),
  })

const linesFeature = defineFeature({
  name: 'lines',
  register: (_bind, { speak }) =>
    speak(lines, (bind) => {
      bind(ping, async ({ caller }) => ({ caller: caller?.username ?? 'nobody' }))
      for (const each of [getSong, getSongByForm])
        bind(each, async ({ query: { id } }) => {
          if (id === 'broken') throw new TypeError('a fault in the handler')
          if (id !== 'song') throw new Refused(songGone, { retryAfterSeconds: 7 })
          return { title: 'Lied', secret: 'leaves no server' }
        })
    }),
})

async function startWithLines(rateLimitFactor = 1000) {
  const keys = new Map<string, string>()
  const app = await startApp(
    { rateLimitFactor },
    { features: [...features, keysFeature(keys), linesFeature] },
  )
  return {
    app,
    keyFor: ({ id }: { id: string }) => {
      keys.set(`ak_${id}`, id)
      return `ak_${id}`
    },
  }
}

async function read(app: TestApp, path: string, init?: RequestInit): Promise<string> {
  const response = await app.fetch(path, init)
  expect(response.status).toBe(200)
  return response.text()
}

test('another protocol has its own credential, input, answers and errors, and the same access levels', async () => {
  const { app, keyFor } = await startWithLines()
  const member = await app.signIn({ username: 'mara' })
  const key = keyFor(member)
  expect(await read(app, `/lines/song?id=song&key=${key}`)).toBe('ok=yes\n{"title":"Lied"}')
  expect(await read(app, `/lines/song?id=song&key=ak_wrong`)).toBe('ok=no\nUNAUTHENTICATED')
  expect(await read(app, '/lines/song?id=song')).toBe('ok=no\nUNAUTHENTICATED')
  const withoutKey = keyFor(await app.signIn({ hasKey: false }))
  expect(await read(app, `/lines/song?id=song&key=${withoutKey}`)).toBe('ok=no\nKEY_REQUIRED')
  const unverified = keyFor(await app.signIn({ emailVerified: false }))
  expect(await read(app, `/lines/song?id=song&key=${unverified}`)).toBe('ok=no\nEMAIL_UNVERIFIED')
  expect(await read(app, `/lines/ping?key=${key}`)).toBe('ok=yes\n{"caller":"mara"}')
  expect(await read(app, '/lines/ping')).toBe('ok=yes\n{"caller":"nobody"}')
})

test('errors have the format of the protocol: input, expected rejections, faults, bodies', async () => {
  const { app, keyFor } = await startWithLines()
  const key = keyFor(await app.signIn())
  const post = async (body: string, type = FORM_TYPE) =>
    read(app, `/lines/song?key=${key}`, { method: 'POST', headers: { 'content-type': type }, body })
  expect(await post('id=song')).toBe('ok=yes\n{"title":"Lied"}')
  expect(await post('id=' + 'x'.repeat(21))).toBe('ok=no\nVALIDATION')
  expect(await post('id=' + 'x'.repeat(70_000))).toBe('ok=no\nTOO_LARGE')
  expect(await post('{"id":"song"}', 'application/json')).toBe('ok=no\nUNSUPPORTED_MEDIA')
  expect(await read(app, `/lines/song?key=${key}`)).toBe('ok=no\nVALIDATION')
  expect(await read(app, `/lines/song?id=broken&key=${key}`)).toBe('ok=no\nINTERNAL')
  const gone = await app.fetch(`/lines/song?id=other&key=${key}`)
  expect([await gone.text(), gone.headers.get('retry-after')]).toEqual(['ok=no\nSONG_GONE', '7'])
  // The requests that our own API accepts are not affected.
  const form = { method: 'POST', headers: { 'content-type': FORM_TYPE }, body: 'email=a' }
  expect((await app.fetch('/api/auth/login', form)).status).toBe(415)
})

test('calls of another protocol are rate-limited: its routes by their class, anonymous callers by their network', async () => {
  const { app, keyFor } = await startWithLines(0.01)
  const [key, other] = [keyFor(await app.signIn()), keyFor(await app.signIn())]
  for (let count = 0; count < 12; count += 1)
    expect(await read(app, `/lines/song?id=song&key=${key}`)).toContain('ok=yes')
  const refused = await app.fetch(`/lines/song?id=song&key=${key}`)
  expect(await refused.text()).toBe('ok=no\nRATE_LIMITED')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await read(app, `/lines/song?id=song&key=${other}`)).toContain('ok=yes')
  expect(await read(app, '/lines/ping')).toContain('ok=yes')
  expect(await read(app, '/lines/ping')).toBe('ok=no\nRATE_LIMITED')
})

test('a credential is valid only in the protocol that accepts it', async () => {
  const { app, keyFor } = await startWithLines()
  const admin = await app.signIn({ isAdmin: true })
  const key = keyFor(admin)
  const authorization = `Bearer ${key}`
  expect((await app.refusal(getProfile, { headers: { authorization } })).status).toBe(401)
  expect((await app.fetch(`/api/stream/nichts?token=${key}`)).status).toBe(401)
  expect(
    await read(app, '/lines/song?id=song', { headers: { authorization: `Bearer ${admin.token}` } }),
  ).toBe('ok=no\nUNAUTHENTICATED')
  expect(await read(app, `/lines/song?id=song&key=${admin.token}`)).toBe('ok=no\nUNAUTHENTICATED')
})

test('routes of another protocol are covered by the policy tests, and are not part of our API description', async () => {
  const { app } = await startWithLines()
  expect(app.routes).toEqual(expect.arrayContaining([getSong, getSongByForm, ping]))
  const admin = await app.signIn({ isAdmin: true })
  expect(JSON.stringify(await admin.call(openApi, {}))).not.toContain('/lines/')
})

test('without a feature that resolves API keys they are not accepted; two such features stop the start', async () => {
  const app = await startApp({}, { features: [...features, linesFeature] })
  expect(await read(app, '/lines/song?id=song&key=ak_any')).toBe('ok=no\nUNAUTHENTICATED')
  const keys = keysFeature(new Map())
  await expect(startApp({}, { features: [...features, keys, { ...keys }] })).rejects.toThrow(
    'The credential apiKey has two resolvers',
  )
})
