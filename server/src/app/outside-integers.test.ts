import { addAlbum } from '@tonarchiv/contract/archive-editing'
import { urlOf, type RouteShape } from '@tonarchiv/contract/route'
import { INTEGER_MAX } from '@tonarchiv/contract/text'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { albumForm } from '#testing/album-forms.ts'
import { exampleOf, type JsonSchema, schemaOf } from '#testing/example-input.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'

/**
 * Numbers that exceed a 32-bit column, the exact integers of JavaScript, a 64-bit column or all floating-point numbers,
 * and numbers that are negative or not an integer.
 */
const HOSTILE = ['2147483648', '9007199254740992', '9223372036854775808', '1e309', '-1', '-2147483649', '1.5']

/** The values that are sent to every route. */
const SENT = ['2147483648', '9007199254740992', '-1', `' or 1=1 --`, '%_\\\\"*']

type Path = readonly (string | number)[]
/** The paths of all scalars in a schema, and whether each of them is a number. */
function leavesOf(schema: JsonSchema, path: Path = []): { path: Path; isNumber: boolean }[] {
  const variants = schema.anyOf ?? [schema]
  if (schema.type === 'object' && Object.keys(schema.properties ?? {}).length === 0) return []
  const deeper = variants.flatMap(({ properties = {}, items }) => [
    ...Object.entries(properties).flatMap(([name, part]) => leavesOf(part, [...path, name])),
    ...(items === undefined ? [] : leavesOf(items, [...path, 0])),
  ])
  if (deeper.length > 0) return deeper
  return [{ path, isNumber: variants.some(({ type }) => type === 'number' || type === 'integer') }]
}

/** A copy of `value` with a replacement at `path`. */
function withAt(value: unknown, [step, ...rest]: Path, replacement: unknown): unknown {
  if (step === undefined) return replacement
  if (Array.isArray(value))
    return value.map((part, index) => (index === step ? withAt(part, rest, replacement) : part))
  const parts = typeof value === 'object' && value !== null ? { ...value } : {}
  return { ...parts, [step]: withAt(Reflect.get(parts, step), rest, replacement) }
}

/** All numbers inside a value. */
function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : []
}

/** The parts of a call that the route describes with schemas. */
const partsOf = ({ params, query, body, multipart }: RouteShape) =>
  Object.entries({ params, query, body, form: multipart?.fields }).flatMap(([part, schema]) =>
    schema === undefined ? [] : [{ part, schema, example: exampleOf(schemaOf(schema)) }],
  )

/**
 * The only numbers of routes that may exceed 32 bits. The database stores Unix seconds as text, because they exceed 32
 * bits in 2038, and sort keys in a 64-bit column.
 */
const WIDE = new Set([
  'POST /api/lastfm/scrobble body.timestamp',
  'GET /api/playlists/:id/entries query.sortKey',
])

test('the schema of every route limits every number to what a column can store', async () => {
  const { routes } = await startApp()
  const numbers: string[] = []
  for (const route of routes) {
    for (const { part, schema, example } of partsOf(route)) {
      for (const { path, isNumber } of leavesOf(schemaOf(schema))) {
        if (!isNumber) continue
        const name = `${route.method} ${route.path} ${[part, ...path].join('.')}`
        numbers.push(name)
        const limit = WIDE.has(name) ? Number.MAX_SAFE_INTEGER : INTEGER_MAX
        for (const hostile of HOSTILE) {
          for (const given of [hostile, Number(hostile)]) {
            const { data } = z.safeParse(schema, withAt(example, path, given))
            for (const number of numbersIn(data))
              expect(Math.abs(number), `${name} ${hostile}`).toBeLessThanOrEqual(limit)
          }
        }
      }
    }
  }
  // Proves that `leavesOf` finds numbers.
  expect(numbers).toContain('GET /api/chat/messages query.revision')
  expect(numbers).toContain('POST /api/generate-access-keys body.count')
  expect(numbers.length).toBeGreaterThan(20)
})

/** A request with the given value in one part of the call. */
function requestOf(
  route: RouteShape,
  part: string,
  value: unknown,
): { path: string; body?: string | FormData } {
  const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, '7'] as const)
  const scalars = z.parse(z.record(z.string(), z.unknown()), part === 'body' ? {} : value)
  const texts = Object.fromEntries(Object.entries(scalars).map(([name, scalar]) => [name, String(scalar)]))
  const params = { ...Object.fromEntries(names), ...(part === 'params' && texts) }
  const path = urlOf(route, { params, ...(part === 'query' && { query: texts }) })
  if (part === 'body') return { path, body: JSON.stringify(value) }
  if (part !== 'form') return { path }
  const form = new FormData()
  for (const [name, text] of Object.entries(texts)) form.set(name, text)
  return { path, body: form }
}

/** The requests to a route that caused a fault because of a hostile number. */
async function failuresOf(app: TestApp, route: RouteShape): Promise<string[]> {
  const { token } = await app.signIn({ isAdmin: true })
  const calls = partsOf(route).flatMap(({ part, schema, example }) =>
    leavesOf(schemaOf(schema)).flatMap(({ path }) =>
      SENT.map((hostile) => {
        const value = withAt(example, path, part === 'body' ? Number(hostile) : hostile)
        return { name: `${path.join('.')}=${hostile}`, call: requestOf(route, part, value) }
      }),
    ),
  )
  const answers = await Promise.all(
    calls.map(async ({ name, call: { path, body } }) => {
      const authorization = `Bearer ${token}`
      const response = await app.fetch(path, {
        method: route.method,
        redirect: 'manual',
        headers: {
          authorization,
          ...(typeof body === 'string' && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body }),
      })
      await response.arrayBuffer()
      return `${route.method} ${path} ${name}: ${response.status}`
    }),
  )
  return answers.filter((answer) => / 5\d\d$/.test(answer))
}

test('no number in a URL, a body or a form causes a fault', async () => {
  const lastfm = {
    apiKey: 'k',
    apiSecret: 's',
    apiUrl: 'http://127.0.0.1:9/',
    authUrl: 'http://127.0.0.1:9/',
  }
  const app = await startApp({
    scrobbling: { lastfm, listenbrainz: { apiUrl: 'http://127.0.0.1:9' }, tellsUnreleased: false },
  })
  const failures: string[] = []
  for (const route of app.routes) failures.push(...(await failuresOf(app, route)))
  expect(failures).toEqual([])
})

test('no number in a header causes a fault', async () => {
  const app = await startApp()
  const { token } = await app.signIn({ isAdmin: true })
  const ask = async (path: string, method: string, headers: Record<string, string>) => {
    const all = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0', ...headers }
    return (await app.fetch(path, { method, headers: all })).status
  }
  const metadata = { 'upload-metadata': `kind ${Buffer.from('video').toString('base64')}` }
  for (const hostile of [...HOSTILE, '9'.repeat(400)]) {
    expect(await ask('/api/uploads', 'POST', { 'upload-length': hostile, ...metadata })).toBeLessThan(500)
    expect(await ask('/api/songs', 'GET', { range: `bytes=${hostile}-` })).toBeLessThan(500)
  }
})

/** A WAV file whose header declares this sample rate and number of channels. */
function wavOf(sampleRate: number, channels: number): Buffer {
  const bytes = Buffer.alloc(44 + 4096)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(bytes.length - 8, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(channels, 22)
  bytes.writeUInt32LE(sampleRate, 24)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(4096, 40)
  return bytes
}

test.each([
  [0xffffffff, 1],
  [0x80000000, 1],
  [1_000_000, 0xffff],
])('a file that claims %i samples a second on %i channels is refused', async (sampleRate, channels) => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const file = wavOf(sampleRate, channels)
  const { status, body } = await admin.refusal(addAlbum, {
    form: albumForm({ tracks: [{ title: 'Lüge', file }] }),
  })
  expect([status, body.code]).toEqual([400, 'AUDIO_BROKEN'])
})
