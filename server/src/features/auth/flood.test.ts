import { login } from '@tonarchiv/contract/auth'
import { verify } from '@node-rs/argon2'
import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { startApp } from '#testing/start-app.ts'

test('of two hundred logins at once some have to come back later, none fails, and others are served meanwhile', async () => {
  const app = await startApp()
  const { email, password, token } = await app.signIn()
  let isThrough = false
  const flood = Promise.all(
    Array.from({ length: 200 }, async (_, turn) => {
      // Strangers cost as much as members, so that neither time nor refusal tells who has an account.
      const body = JSON.stringify({ email: turn % 2 === 0 ? email : `wer${turn}@beispiel.de`, password })
      const headers = { 'content-type': 'application/json' }
      const response = await app.fetch(login.path, { method: 'POST', headers, body })
      return { isMember: turn % 2 === 0, status: response.status, after: response.headers.get('retry-after') }
    }),
  ).then((answers) => {
    isThrough = true
    return answers
  })
  const headers = { authorization: `Bearer ${token}` }
  expect((await app.fetch('/api/user/profile', { headers })).status).toBe(200)
  expect(isThrough).toBe(false)

  const answers = await flood
  for (const { isMember, status, after } of answers) {
    expect(isMember ? [200, 503] : [401, 503]).toContain(status)
    if (status === 503) expect(Number(after)).toBeGreaterThan(0)
  }
  const busy = (members: boolean) =>
    answers.filter(({ isMember, status }) => isMember === members && status === 503).length
  expect(busy(true)).toBeGreaterThan(0)
  expect(busy(false)).toBeGreaterThan(0)
})

test('a password that was hashed with weaker parameters is hashed anew at its next login', async () => {
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
