import { expect, test } from 'vitest'
import { startRestApp } from '#testing/opensubsonic/rest-app.ts'

test('answers come in XML without a word about the format, in JSON, and in JSON for a callback', async () => {
  const app = await startRestApp()
  const client = app.clientOf(await app.signIn())
  const read = async (parameters: Record<string, string>) => {
    const answer = await client.fetch('ping', parameters)
    expect(answer.status).toBe(200)
    return { type: answer.headers.get('content-type'), text: await answer.text() }
  }
  const xml = await read({})
  expect(xml.type).toBe('application/xml; charset=utf-8')
  expect(xml.text).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<subsonic-response .*\/>$/)
  const json = await read({ f: 'json' })
  expect(json.type).toBe('application/json; charset=utf-8')
  const jsonp = await read({ f: 'jsonp', callback: 'player.done$_1' })
  expect(jsonp.type).toBe('text/javascript; charset=utf-8')
  expect(jsonp.text).toBe(`/**/player.done$_1(${json.text});`)
})

test('a format or callback that is no such thing is an error, and is never part of the answer', async () => {
  const app = await startRestApp()
  const client = app.clientOf(await app.signIn())
  for (const [parameters, code, type] of [
    [{ f: 'xml;alert' }, 0, 'application/xml'],
    [{ f: 'toString' }, 0, 'application/xml'],
    [{ f: '' }, 0, 'application/xml'],
    [{ f: 'jsonp' }, 10, 'application/json'],
    [{ f: 'jsonp', callback: '<script>' }, 0, 'application/json'],
    [{ f: 'jsonp', callback: 'alert(1)//' }, 0, 'application/json'],
    [{ f: 'jsonp', callback: '' }, 0, 'application/json'],
    [{ f: 'jsonp', callback: 'a.'.repeat(400) + 'a' }, 0, 'application/json'],
  ] as const) {
    const answer = await client.fetch('ping', parameters)
    const text = await answer.text()
    expect([parameters, answer.status, answer.headers.get('content-type')]).toEqual([
      parameters,
      200,
      `${type}; charset=utf-8`,
    ])
    expect(text).toMatch(new RegExp(`"?code"?[:=]"?${code}\\b`))
    expect(text).not.toMatch(/alert|<script|toString/)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  }
})

test('a parameter that occurs twice counts once, and one without a value is not missing', async () => {
  const app = await startRestApp()
  const client = app.clientOf(await app.signIn({ username: 'mara' }))
  expect(await client.call('getUser', { username: ['mara', 'tom'] })).toMatchObject({
    user: { username: 'mara' },
  })
  expect(await client.error('getUser', { username: '' })).toBe(50)
})

test('an address may be longer than those of our own calls, and one that is too long is an error of the protocol', async () => {
  const app = await startRestApp()
  const client = app.clientOf(await app.signIn())
  expect(await client.call('ping', { id: Array.from({ length: 200 }, () => 'x'.repeat(36)) })).toMatchObject({
    status: 'ok',
  })
  expect(await client.error('ping', { id: Array.from({ length: 320 }, () => 'x'.repeat(36)) })).toBe(0)
})

test('what apps read one by one has a wide limit of its own, and every limit is an error with the time to wait', async () => {
  const app = await startRestApp({ rateLimitFactor: 0.005 })
  const client = app.clientOf(await app.signIn())
  const codesOf = async (name: string, calls: number) => {
    const codes: (string | undefined)[] = []
    for (let call = 0; call < calls; call += 1) {
      const answer = await client.fetch(name, { id: 'nichts', f: 'json' })
      codes.push(/"code":(\d+)/.exec(await answer.text())?.[1])
      if (codes.at(-1) === '0') expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    return codes
  }
  const albums = await codesOf('getAlbum', 31)
  expect([new Set(albums.slice(0, 30)), albums[30]]).toEqual([new Set(['70']), '0'])
  expect(await codesOf('ping', 4)).toEqual([undefined, undefined, undefined, '0'])
})

test('faults are errors without details', async () => {
  const app = await startRestApp()
  const client = app.clientOf(await app.signIn({ username: 'mara' }))
  await app.services.db.schema.alterTable('archive_state').renameTo('archive_state_elsewhere').execute()
  const answer = await client.fetch('getScanStatus', { f: 'json' })
  const text = await answer.text()
  await app.services.db.schema.alterTable('archive_state_elsewhere').renameTo('archive_state').execute()
  expect([answer.status, JSON.parse(text)]).toEqual([
    200,
    {
      'subsonic-response': expect.objectContaining({
        error: {
          code: 0,
          message: 'Interner Serverfehler',
          helpUrl: expect.stringMatching(/^http.*tab=apps$/),
        },
      }),
    },
  ])
})
