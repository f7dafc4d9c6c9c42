import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { startMusicApp } from '#testing/opensubsonic/music-app.ts'
import { parseXml } from '#testing/opensubsonic/parse-xml.ts'
import { queryOf, startRestApp } from '#testing/opensubsonic/rest-app.ts'
import { createWebFolder } from '#testing/web-folder.ts'
import { endpoints } from './endpoints/index.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
/** Hostile values, percent-encoded, because some of them are no valid text. */
const HOSTILE = [
  '',
  '%00',
  '%ED%A0%80%FF',
  '-1',
  '0',
  '99999999999999999999999',
  '2147483648',
  '%27%22%3E%3C%2Fa%3E%3Cscript%3E%25_%5C',
  '%01%0B%0C%1F',
  'x'.repeat(5000),
  '__proto__',
]

test('no value of any parameter of any endpoint causes a fault or is part of an error', async () => {
  const { app, client, idOf } = await startMusicApp()
  const credentials = queryOf({ v: '1.16.1', c: 'test', ...client.credentials })
  /**
   * Valid values of parameters with which the handlers run. A parameter that is not listed gets the id of an album, a
   * song or an artist.
   */
  const right: Readonly<Record<string, readonly string[]>> = {
    type: ['newest', 'byYear', 'byGenre'],
    query: ['a', ''],
    genre: ['Rock'],
    fromYear: ['1990'],
    toYear: ['2020'],
    username: ['mara'],
  }
  const ids = [idOf('Nordlicht'), idOf('Aufbruch'), idOf('Ada')]
  const failures: string[] = []
  for (const { name, parameters } of endpoints)
    for (const hostile of Object.keys(parameters.shape))
      for (const [turn, value] of HOSTILE.entries()) {
        const others = Object.entries(parameters.shape)
          .filter(
            ([other, field]) =>
              other !== hostile && (other in right || !z.core.safeParse(field, undefined).success),
          )
          .map(([other]) => {
            const values = right[other] ?? ids
            return `${other}=${values[turn % values.length]}`
          })
        const body = [credentials, ...others, `${hostile}=${value}`].join('&')
        const answer = await app.fetch(`/rest/${name}`, { method: 'POST', headers: FORM, body })
        const text = await answer.text()
        if (answer.status !== 200 || !isAnswer(text))
          failures.push(`${name} ${hostile}=${value}: ${answer.status} ${text.slice(0, 300)}`)
      }
  expect(failures).toEqual([])
})

/** Parts of the hostile values by which they are recognised in a response. */
const PIECES = ['script', 'xxxx', '__proto__', '99999999', '2147483648']

/** Whether a response is well-formed XML and reports no fault. An error must contain nothing of the hostile values. */
function isAnswer(text: string): boolean {
  const error = parseXml(text).children.find(({ name }) => name === 'error')
  if (error === undefined) return true
  const { message = '' } = error.attributes
  return message !== 'Interner Serverfehler' && !PIECES.some((piece) => message.includes(piece))
}

test('ten thousand ids in a form are an error of the protocol', async () => {
  const { app, client, idOf } = await startMusicApp()
  const credentials = queryOf({ v: '1.16.1', c: 'test', ...client.credentials })
  const ids = Array.from({ length: 10_000 }, () => `id=${idOf('Hafen')}`).join('&')
  for (const { name } of endpoints) {
    const body = `${credentials}&${ids}`
    const answer = await app.fetch(`/rest/${name}`, { method: 'POST', headers: FORM, body })
    const { attributes, children } = parseXml(await answer.text())
    const code = children.find((child) => child.name === 'error')?.attributes['code']
    expect([name, answer.status, attributes['status'], code]).toEqual([
      name,
      200,
      'failed',
      expect.stringMatching(/^(?:0|10)$/),
    ])
  }
})

test('large forms without a known sender have few places, and members keep theirs', async () => {
  const app = await startRestApp()
  const member = await app.signIn()
  const { credentials } = app.clientOf(member)
  const large = `${queryOf({ v: '1.16.1', c: 'test' })}&x=${'x'.repeat(100_000)}`
  const answers = await Promise.all(
    Array.from({ length: 8 }, async () =>
      (await app.fetch('/rest/ping', { method: 'POST', headers: FORM, body: large })).text(),
    ),
  )
  for (const answer of answers) expect(answer).toContain('status="failed"')
  const body = queryOf({ v: '1.16.1', c: 'test', ...credentials })
  expect(await (await app.fetch('/rest/ping', { method: 'POST', headers: FORM, body })).text()).toContain(
    'status="ok"',
  )
})

test('below /rest there is no page of the web app', async () => {
  const app = await startRestApp({}, { webFolder: await createWebFolder() })
  for (const path of [
    '/rest',
    '/rest/',
    '/rest/x',
    '/rest/index.html',
    '/rest/../rest/login',
    '/rest/ping.view/x',
  ])
    for (const cookie of ['', 'sid=st_x']) {
      const answer = await app.fetch(path, { headers: { accept: 'text/html', cookie } })
      expect([path, answer.status, await answer.text()]).toEqual([
        path,
        200,
        expect.stringContaining('<subsonic-response'),
      ])
    }
  expect(await (await app.fetch('/restliches')).text()).toContain('<p>login</p>')
})
