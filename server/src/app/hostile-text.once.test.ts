import { setTimeout as pause } from 'node:timers/promises'
import { urlOf, type RouteShape } from '@tonarchiv/contract/route'
import { expect, test, vi } from 'vitest'
import type * as z from 'zod/mini'
import { startApp, type TestApp } from '#testing/start-app.ts'

/** Combining marks in the order that costs most to sort. */
const MARKS = ['\u0345', '\u0315', '\u0301', '\u0316', '\u093c', '\u0334']
const KINDS: Record<string, (bytes: number) => string> = {
  marks: (bytes) =>
    // One of the marks has three bytes, the others have two.
    `a${MARKS.map((mark) => mark.repeat((bytes - 1) / 13)).join('')}`,
  blanks: (bytes) => `a${' '.repeat(bytes - 2)}a`,
  'parts of addresses': (bytes) => 'a@a.'.repeat(bytes / 4),
  'letters that become eighteen': (bytes) => '\ufdfa'.repeat(bytes / 3),
}
/**
 * Length in bytes of the attacking texts. The reported attack used this length. It blocks a server that works on a text
 * before it checks the length.
 */
const MOST_BYTES = 480 * 1024
/** Maximum length in code units of a text on which any field works before it checks the length. */
const LONGEST_WORKED_ON = 8000
/**
 * No other request may be delayed by this many milliseconds of work. A text of the tested length once took a minute.
 */
const WORK_MS = 3000

const ALBUM = { releaseJahr: 2020, type: 'album' }

/** Valid values by field, so that only the text under test is invalid. */
const PLAUSIBLE: Record<string, string> = {
  email: 'wer@beispiel.de',
  password: 'falsches passwort',
  username: 'wer',
  albumTitel: 'Kein Album',
  albumTitle: 'Kein Album',
  releaseJahr: '2020',
  type: 'album',
}

function plainValue(schema: z.ZodMiniType, name: string): unknown {
  const definition = schema._zod.def
  switch (definition.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(shapeOf(schema)).map(([key, field]) => [key, plainValue(field, key)]),
      )
    case 'boolean':
      return true
    case 'number':
    case 'int':
      return 1
    case 'enum':
      return valuesOf(schema, 'entries')[0]
    case 'literal':
      return valuesOf(schema, 'values')[0]
    case 'array':
      return [plainValue(inner(schema, 'element'), name)]
    case 'union':
      return plainValue(optionsOf(schema)[0] ?? schema, name)
    case 'pipe':
      return plainValue(inner(schema, 'in'), name)
    case 'optional':
    case 'nullable':
    case 'default':
      return plainValue(inner(schema, 'innerType'), name)
    default:
      return PLAUSIBLE[name] ?? 'nichts'
  }
}

/** Copies of a valid value for the schema. Each copy has the hostile text in place of one of the texts in the value. */
function withText(schema: z.ZodMiniType, name: string, text: string): unknown[] {
  const definition = schema._zod.def
  switch (definition.type) {
    case 'object': {
      const shape = shapeOf(schema)
      const rest = Object.fromEntries(
        Object.entries(shape).map(([key, field]) => [key, plainValue(field, key)]),
      )
      return Object.entries(shape).flatMap(([key, field]) =>
        withText(field, key, text).map((value) => Object.assign({}, rest, { [key]: value })),
      )
    }
    case 'array':
      return withText(inner(schema, 'element'), name, text).map((value) => [value])
    case 'union':
      return optionsOf(schema).flatMap((option) => withText(option, name, text))
    case 'pipe':
      return withText(inner(schema, 'in'), name, text)
    case 'optional':
    case 'nullable':
    case 'default':
      return withText(inner(schema, 'innerType'), name, text)
    case 'record':
      return [{ [name]: text }]
    case 'boolean':
    case 'number':
    case 'int':
      return []
    default:
      return [text]
  }
}

/** A schema inside another one, such as that of its elements. */
function inner(schema: z.ZodMiniType, name: string): z.ZodMiniType {
  return Reflect.get(schema._zod.def, name)
}

function optionsOf(schema: z.ZodMiniType): readonly z.ZodMiniType[] {
  return Reflect.get(schema._zod.def, 'options')
}

function valuesOf(schema: z.ZodMiniType, name: string): readonly unknown[] {
  return Object.values(Reflect.get(schema._zod.def, name))
}

function shapeOf(schema: z.ZodMiniType): Record<string, z.ZodMiniType> {
  return Reflect.get(schema._zod.def, 'shape')
}

interface Attack {
  route: RouteShape
  path: string
  headers: Record<string, string>
  body: string | FormData | null
}

/** One request for each text that each route accepts. */
function* attacks(routes: readonly RouteShape[], makeText: (bytes: number) => string): Generator<Attack> {
  for (const route of routes) {
    const { path: pattern, params, query, body, multipart, bodyLimitBytes = 64 * 1024 } = route
    const names = [...pattern.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
    const path = urlOf(route, { params: Object.fromEntries(names.map((name) => [name, 'nichts'])) })
    const json = { 'content-type': 'application/json' }
    if (body !== undefined)
      for (const value of withText(body, '', makeText(Math.min(bodyLimitBytes, MOST_BYTES) - 2048)))
        yield { route, path, headers: json, body: JSON.stringify(value) }
    if (multipart !== undefined)
      for (const name of [
        ...Object.keys(shapeOf(multipart.fields)),
        'title0',
        'newTrackTitle0',
        'duration0',
      ]) {
        const text = makeText(MOST_BYTES)
        const inJson = JSON.stringify({ ...ALBUM, albumTitel: text, tracks: [{ title: text }] })
        for (const value of name === 'albumData' ? [text, inJson] : [text]) {
          const form = new FormData()
          for (const field of Object.keys(shapeOf(multipart.fields)))
            form.set(field, PLAUSIBLE[field] ?? 'nichts')
          form.set(name, value)
          yield { route, path, headers: {}, body: form }
        }
      }
    // A URL has at most 2048 bytes, and each byte of a text may need three bytes when it is encoded.
    const short = encodeURIComponent(makeText(480))
    const texts = Object.keys(query === undefined ? {} : shapeOf(query))
    for (const name of texts) yield { route, path: `${path}?${name}=${short}`, headers: {}, body: null }
    if (params !== undefined)
      yield {
        route,
        path: pattern.replace(/:\w+/, short).replaceAll(/:\w+/g, 'nichts'),
        headers: {},
        body: null,
      }
  }
}

/**
 * Sends a small request again and again.
 * @returns a function that ends it and returns the longest time that this process worked until a response, in
 * milliseconds: a machine that is busy with other tests adds nothing to it
 */
function watchAnother(app: TestApp, token: string): () => Promise<number> {
  const over = new AbortController()
  let longest = 0
  const watching = (async () => {
    while (!over.signal.aborted) {
      const before = process.cpuUsage()
      const response = await app.fetch('/api/user/profile', { headers: { authorization: `Bearer ${token}` } })
      expect(response.status).toBe(200)
      await response.arrayBuffer()
      const { user, system } = process.cpuUsage(before)
      longest = Math.max(longest, (user + system) / 1000)
      await pause(20)
    }
  })()
  return async () => {
    over.abort()
    await watching
    return longest
  }
}

test.each(Object.entries(KINDS))(
  'no route works on a text that is too long before it refuses it, and another client is served meanwhile: %s',
  async (_kind, makeText) => {
    const app = await startApp()
    const admin = await app.signIn({ isAdmin: true })
    const other = await app.signIn()
    const normalize = vi.spyOn(String.prototype, 'normalize')
    const mostWork = watchAnother(app, other.token)
    const faults: string[] = []
    let sent = 0
    for (const { route, path, headers, body } of attacks(app.routes, makeText)) {
      const response = await app.fetch(path, {
        method: route.method,
        redirect: 'manual',
        headers: { ...headers, authorization: `Bearer ${admin.token}` },
        body,
      })
      await response.arrayBuffer()
      sent += 1
      // With 413 no field would have been checked.
      if (response.status >= 500 || response.status === 413)
        faults.push(`${route.method} ${route.path} answered ${response.status}`)
    }
    const worked = normalize.mock.contexts.map((text) => String(text).length)
    normalize.mockRestore()
    expect(await mostWork()).toBeLessThan(WORK_MS)
    expect(sent).toBeGreaterThan(100)
    expect(faults).toEqual([])
    expect(Math.max(0, ...worked)).toBeLessThanOrEqual(LONGEST_WORKED_ON)
  },
  60_000,
)
