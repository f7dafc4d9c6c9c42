import { updateProfile } from '@tonarchiv/contract/users'
import { fastify } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { startApp } from '#testing/start-app.ts'
import { answerErrors } from './errors.ts'

async function answerTo(fault: unknown) {
  const server = fastify()
  onTestFinished(async () => server.close())
  answerErrors(server)
  server.get('/', () => Promise.reject(fault))
  const { statusCode, body } = await server.inject('/')
  return { statusCode, body }
}

test('a full disk is told as such, a fault without its cause', async () => {
  const full = Object.assign(new Error('ENOSPC: /srv/media/staged/x.part'), { code: 'ENOSPC' })
  const answer = await answerTo(full)
  expect(answer.statusCode).toBe(507)
  expect(answer.body).toContain('Kein Speicherplatz mehr verfügbar')
  const fault = await answerTo(new TypeError('select secret from /srv'))
  expect(fault.statusCode).toBe(500)
  expect(answer.body + fault.body).not.toContain('/srv')
})

test('what was deleted at the same moment is a conflict, on both databases', async () => {
  const { services } = await startApp()
  const insert = services.db
    .insertInto('knownAddresses')
    .values({ userId: 'gone', addressHash: 'x', lastLoginAt: '2026-01-01T00:00:00.000Z' })
    .execute()
  expect((await answerTo(await insert.catch((error: unknown) => error))).statusCode).toBe(409)
})

test('half a letter is in no name', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  expect((await mara.refusal(updateProfile, { body: { displayName: 'Mara \ud83c' } })).status).toBe(400)
  await mara.call(updateProfile, { body: { displayName: 'Mara 🎵' } })
})
