import { setImmediate as immediate } from 'node:timers/promises'
import { login } from '@tonarchiv/contract/auth'
import { verify } from '@node-rs/argon2'
import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { startApp } from '#testing/start-app.ts'
import { hashPassword } from './credentials/passwords.ts'

const OVERLOADED = 'Server überlastet, bitte versuche es später erneut'

test('of two hundred logins at once some are rejected as overloaded, none causes a fault, and other calls are answered', async () => {
  const app = await startApp()
  const { email, password } = await app.signIn()
  const { token } = await app.signIn()
  const through = new AbortController()
  const flood = Promise.all(
    Array.from({ length: 200 }, async (_, turn) => {
      // Unknown addresses cost as much as known addresses, so that neither response time nor refusal reveals which
      // addresses have an account.
      const body = JSON.stringify({ email: turn % 2 === 0 ? email : `wer${turn}@beispiel.de`, password })
      const headers = { 'content-type': 'application/json' }
      const response = await app.fetch(login.path, { method: 'POST', headers, body })
      const answer: unknown = await response.json()
      const { status } = response
      return { isMember: turn % 2 === 0, status, answer, after: response.headers.get('retry-after') }
    }),
  ).then((answers) => {
    through.abort()
    return answers
  })
  const headers = { authorization: `Bearer ${token}` }
  let served = 0
  while (!through.signal.aborted) {
    const response = await app.fetch('/api/user/profile', { headers })
    await response.arrayBuffer()
    expect(response.status).toBe(200)
    if (!through.signal.aborted) served += 1
  }

  const answers = await flood
  for (const { isMember, status, after, answer } of answers) {
    expect(isMember ? [200, 503] : [401, 503]).toContain(status)
    if (status !== 503) continue
    expect(Number(after)).toBeGreaterThan(0)
    expect(answer).toMatchObject({ error: OVERLOADED, code: 'OVERLOADED' })
  }
  const busy = (members: boolean) =>
    answers.filter(({ isMember, status }) => isMember === members && status === 503).length
  expect(busy(true)).toBeGreaterThan(0)
  expect(busy(false)).toBeGreaterThan(0)
  // Verifying passwords occupies cores, but not the one that serves the other requests.
  const lookedAt = answers.filter(({ status }) => status !== 503).length
  expect(served).toBeGreaterThan(2 * lookedAt)
})

test('a login that is rejected as overloaded does not count as an attempt', async () => {
  const app = await startApp({ rateLimitFactor: 1 })
  const { email, password } = await app.signIn()
  const over = new AbortController()
  // There are more hashes than the queue holds, and each is requested again as soon as it ends. So the queue is full
  // during this test.
  const filling = Array.from({ length: 70 }, async () => {
    while (!over.signal.aborted) {
      await hashPassword('was auch immer').catch(async () => immediate())
    }
  })
  for (let turn = 0; turn < 6; turn += 1) {
    const { status, body } = await app.refusal(login, { body: { email, password } })
    expect({ status, error: body.error }).toEqual({ status: 503, error: OVERLOADED })
  }
  over.abort()
  await Promise.all(filling)
  expect((await app.call(login, { body: { email, password } })).user.email).toBe(email)
})

test('a password that was hashed with weaker parameters is hashed again at the next login', async () => {
  const app = await startApp()
  const { email, password, id } = await app.signIn()
  const weak = await hash(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
  const { db } = app.services
  await db.updateTable('users').set({ passwordHash: weak }).where('id', '=', id).execute()
  await app.call(login, { body: { email, password } })
  const { passwordHash } = await db
    .selectFrom('users')
    .select('passwordHash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/)
  expect(await verify(passwordHash, password)).toBe(true)
})
