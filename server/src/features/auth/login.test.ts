import { login } from '@tonarchiv/contract/auth'
import { getProfile } from '@tonarchiv/contract/users'
import { expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { callers, startApp } from '#testing/start-app.ts'

test('the right password starts a session with a cookie that scripts cannot read', async () => {
  const app = await startApp()
  const { email, password, id } = await app.signIn()
  const response = await app.fetch('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: email.toUpperCase(), password, rememberMe: true }),
  })
  const { token, user } = login.answer.parse(await response.json())
  expect(user.id).toBe(id)
  const cookie = response.headers.get('set-cookie') ?? ''
  expect(cookie).toContain(`sid=${token}; Max-Age=7776000; Path=/; HttpOnly; SameSite=Lax`)
  expect(cookie).not.toContain('Secure')
  await callers(app.address, token).call(getProfile, {})
})

test('on https the cookie is bound to the host and to https', async () => {
  const app = await startApp({ publicUrl: 'https://archiv.beispiel.de' })
  const { email, password } = await app.signIn()
  const response = await app.fetch('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const cookie = response.headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(/^__Host-sid=st_[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  expect(response.headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains')
})

test('a wrong password and an unknown address get the same response', async () => {
  const app = await startApp()
  const { email } = await app.signIn()
  const wrong = await app.refusal(login, { body: { email, password: 'falsch' } })
  const unknown = await app.refusal(login, { body: { email: 'niemand@beispiel.de', password: 'falsch' } })
  expect(wrong.status).toBe(401)
  expect({ ...wrong.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
  expect(wrong.body.error).toBe('E-Mail oder Passwort ist falsch')
})

test('an unverified address is reported only with the right password', async () => {
  const app = await startApp()
  const { email, password } = await app.signIn({ emailVerified: false })
  expect((await app.refusal(login, { body: { email, password: 'falsch' } })).status).toBe(401)
  expect((await app.refusal(login, { body: { email, password } })).body).toMatchObject({
    code: 'EMAIL_UNVERIFIED',
    email,
  })
})

test('a session ends after twelve hours without use and after a day in all cases, a remembered one later', async () => {
  const app = await startApp()
  const { email, password } = await app.signIn()
  const hours = (count: number) => count * 60 * 60 * 1000
  const short = await app.call(login, { body: { email, password } })
  const long = await app.call(login, { body: { email, password, rememberMe: true } })
  const isIn = async (token: string) =>
    (await app.fetch('/api/user/profile', { headers: { authorization: `Bearer ${token}` } })).status === 200

  /** Uses the session, and waits until that is stored, which the request does not wait for. */
  const use = async (token: string) => {
    const from = app.services.now().toISOString()
    expect(await isIn(token)).toBe(true)
    const stored = app.services.db.selectFrom('sessions').select('id').where('lastUsedAt', '>=', from)
    await eventually(async () => expect(await stored.execute()).toHaveLength(1))
  }

  app.passTime(hours(11))
  await use(short.token)
  app.passTime(hours(11))
  await use(short.token)
  app.passTime(hours(3))
  expect(await isIn(short.token)).toBe(false)
  expect(await isIn(long.token)).toBe(true)
  app.passTime(hours(31 * 24))
  expect(await isIn(long.token)).toBe(false)
})

test('the 21st login ends the first', async () => {
  const app = await startApp()
  const first = await app.signIn()
  for (let count = 0; count < 19; count += 1) {
    await app.call(login, { body: { email: first.email, password: first.password } })
  }
  await first.call(getProfile, {})
  await app.call(login, { body: { email: first.email, password: first.password } })
  expect((await first.refusal(getProfile)).status).toBe(401)
})

test('after five failures an address has to wait, concurrent failures included', async () => {
  const app = await startApp({ rateLimitFactor: 1 })
  const { email, password } = await app.signIn()
  const attempts = await Promise.all(
    Array.from({ length: 12 }, () => app.refusal(login, { body: { email, password: 'falsch' } })),
  )
  expect(attempts.filter(({ status }) => status === 401)).toHaveLength(5)
  expect(attempts.filter(({ status }) => status === 429)).toHaveLength(7)
  expect((await app.refusal(login, { body: { email, password } })).status).toBe(429)
  app.passTime(16 * 60 * 1000)
  await app.call(login, { body: { email, password } })
})

test('successful logins are not counted', async () => {
  const app = await startApp({ rateLimitFactor: 1 })
  const { email, password } = await app.signIn()
  for (let count = 0; count < 8; count += 1) await app.call(login, { body: { email, password } })
})

test('the database contains neither passwords nor tokens', async () => {
  const app = await startApp()
  const { email, password } = await app.signIn()
  const { token } = await app.call(login, { body: { email, password } })
  const users = await app.services.db.selectFrom('users').selectAll().execute()
  const sessions = await app.services.db.selectFrom('sessions').selectAll().execute()
  const stored = JSON.stringify([users, sessions])
  expect(stored).not.toContain(token)
  expect(stored).not.toContain(token.slice(3))
  expect(stored).not.toContain(password)
  expect(users[0]?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/)
})

test('a device is shown by its browser family, never by its raw user agent', async () => {
  const app = await startApp()
  const { email, password, id } = await app.signIn()
  const agents = [
    '<b>x',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0.0.0 Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  ]
  for (const agent of agents)
    await app.call(login, { body: { email, password }, headers: { 'user-agent': agent } })
  const rows = await app.services.db
    .selectFrom('sessions')
    .select(['browser', 'deviceType'])
    .where('userId', '=', id)
    .orderBy('id')
    .execute()
  expect(rows.slice(1)).toEqual([
    { browser: 'Unbekannt', deviceType: 'desktop' },
    { browser: 'Chrome auf Linux', deviceType: 'desktop' },
    { browser: 'Safari auf iPhone', deviceType: 'mobile' },
  ])
})
