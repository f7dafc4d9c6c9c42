import { login } from '@tonarchiv/contract/auth'
import { postMessage } from '@tonarchiv/contract/chat'
import { addFavorite } from '@tonarchiv/contract/favorites'
import { updateProfile } from '@tonarchiv/contract/users'
import { fastify } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { startApp } from '#testing/start-app.ts'
import { handleErrors } from './errors.ts'

async function answerTo(fault: unknown) {
  const server = fastify()
  onTestFinished(async () => server.close())
  handleErrors(server)
  server.get('/', () => Promise.reject(fault))
  const { statusCode, body } = await server.inject('/')
  return { statusCode, body }
}

test('a full disk has its own error, a fault does not show its cause', async () => {
  const full = Object.assign(new Error('ENOSPC: /srv/media/staged/x.part'), { code: 'ENOSPC' })
  const answer = await answerTo(full)
  expect(answer.statusCode).toBe(507)
  expect(answer.body).toContain('Kein Speicherplatz mehr verfügbar')
  const fault = await answerTo(new TypeError('select secret from /srv'))
  expect(fault.statusCode).toBe(500)
  expect(answer.body + fault.body).not.toContain('/srv')
})

test('a reference to a row that was just deleted is a conflict, on both databases', async () => {
  const { services } = await startApp()
  const insert = services.db
    .insertInto('knownAddresses')
    .values({ userId: 'gone', addressHash: 'x', lastLoginAt: '2026-01-01T00:00:00.000Z' })
    .execute()
  expect((await answerTo(await insert.catch((error: unknown) => error))).statusCode).toBe(409)
})

test.each([
  ['a name', updateProfile, { displayName: 'Mara \ud83c' }, 'displayName'],
  ['a message', postMessage, { message: '\udfa7 Hallo' }, 'message'],
  ['a password', login, { email: 'mara@beispiel.de', password: 'geheim\ud83c' }, 'password'],
  ['a text inside of others', addFavorite, { item_data: { title: 'a\ud83c' } }, 'item_data'],
])('half a character is in no text: %s', async (_what, route, body, field) => {
  const app = await startApp()
  const mara = await app.signIn()
  const text = 'Dieser Text enthält unzulässige Zeichen'
  expect(await mara.refusal(route, { body })).toMatchObject({
    status: 400,
    body: { error: text, code: 'VALIDATION', fields: { [field]: text } },
  })
})

test('text without visible characters is neither a name nor a message', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  const unseen = '\u200b\u2060 \u3164'
  expect((await mara.refusal(updateProfile, { body: { displayName: unseen } })).body.error).toBe(
    'Dieses Feld ist erforderlich',
  )
  expect((await mara.refusal(postMessage, { body: { message: unseen } })).body.error).toBe(
    'Die Nachricht ist leer',
  )
  const { user } = await mara.call(updateProfile, { body: { displayName: '👩‍🚀', customStatus: unseen } })
  expect(user).toMatchObject({ displayName: '👩‍🚀', customStatus: '' })
})
