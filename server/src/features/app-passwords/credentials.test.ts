import { randomUUID } from 'node:crypto'
import { createAppPassword, listAppPasswords, revokeAppPassword } from '@tonarchiv/contract/app-passwords'
import { changeUser, removeUser } from '@tonarchiv/contract/admin'
import {
  changeEmail,
  changePassword,
  deleteAccount,
  forgotPassword,
  login,
  logout,
  logoutAll,
  resetPassword,
  restoreEmail,
} from '@tonarchiv/contract/auth'
import { expect, onTestFinished, test } from 'vitest'
import { memoryHub } from '#events/bus.memory.ts'
import { emailTo } from '#testing/emails.ts'
import { eventually } from '#testing/eventually.ts'
import { callOther, newAppPassword, openStream, startAppWithOthers, tokenOf } from '#testing/other-program.ts'
import { startRedis } from '#testing/redis.ts'
import type { TestApp } from '#testing/start-app.ts'

type Member = Awaited<ReturnType<TestApp['signIn']>>

const NEW_PASSWORD = 'ganz neues Passwort'
const REFUSED = [401, 'UNAUTHENTICATED']

/** The forms in which a program may send a password for an account. */
const waysOf = (member: Member, password: string): Record<string, string>[] => [
  { u: member.username, p: password },
  { u: member.email, p: password },
  { u: ` ${member.username.toUpperCase()} `, p: password },
  { u: member.username, ...tokenOf(password) },
  { u: member.email.toUpperCase(), ...tokenOf(password, '') },
  { apiKey: password },
]

test('an app password is accepted as an API key, and with username or address in the clear or as a token', async () => {
  const app = await startAppWithOthers()
  const mara = await app.signIn()
  await newAppPassword(mara, 'Noch eines')
  const { password } = await newAppPassword(mara)
  for (const way of waysOf(mara, password))
    expect([way, ...(await callOther(app, 'whoami', way))]).toEqual([
      way,
      200,
      JSON.stringify({ username: mara.username }),
    ])
  const upper = tokenOf(password)
  expect((await callOther(app, 'whoami', { u: mara.username, ...upper, t: upper.t.toUpperCase() }))[0]).toBe(
    200,
  )
})

test('the password of the account is never accepted, and an app password not by our own API', async () => {
  const app = await startAppWithOthers()
  const mara = await app.signIn()
  const { password } = await newAppPassword(mara)
  for (const way of waysOf(mara, mara.password)) expect(await callOther(app, 'whoami', way)).toEqual(REFUSED)
  for (const way of waysOf(mara, mara.token)) expect(await callOther(app, 'whoami', way)).toEqual(REFUSED)
  const body = { email: mara.email, password }
  expect((await app.refusal(login, { body })).body.code).toBe('WRONG_CREDENTIALS')
  const headers = { authorization: `Bearer ${password}` }
  expect((await app.refusal(listAppPasswords, { headers })).status).toBe(401)
})

test('the app password of one account does not open another', async () => {
  const app = await startAppWithOthers()
  const [mara, tom] = [await app.signIn(), await app.signIn()]
  const ofTom = (await newAppPassword(tom)).password
  await newAppPassword(mara)
  for (const way of waysOf(mara, ofTom).filter(({ apiKey }) => apiKey === undefined))
    expect(await callOther(app, 'whoami', way)).toEqual(REFUSED)
  // A row that was copied to another account in the database is rejected for that account, too.
  const { db } = app.services
  const { encryptedSecret } = await db
    .selectFrom('appPasswords')
    .select('encryptedSecret')
    .where('userId', '=', tom.id)
    .executeTakeFirstOrThrow()
  await db.updateTable('appPasswords').set({ encryptedSecret }).where('userId', '=', mara.id).execute()
  expect(await callOther(app, 'whoami', { u: mara.username, ...tokenOf(ofTom) })).toEqual(REFUSED)
})

test('a token must be right in every digit, and anything else that is sent is refused without a fault', async () => {
  const app = await startAppWithOthers()
  const mara = await app.signIn()
  const { password } = await newAppPassword(mara)
  const { t, s } = tokenOf(password)
  const changed = (at: number) => t.slice(0, at) + (t[at] === '0' ? '1' : '0') + t.slice(at + 1)
  const wrong: Record<string, string>[] = [
    ...[0, 15, 30, 31].map((at) => ({ t: changed(at), s })),
    { t: t.slice(0, -1), s },
    { t: `${t}0`, s },
    { t: '', s: '' },
    { t: 'zz'.repeat(16), s },
    { t, s: `${s}x` },
    { t: '\u0001'.repeat(32), s: 'x'.repeat(500) },
    { p: password.slice(0, -1) },
    { p: `${password} ` },
    { p: password.toUpperCase() },
    { p: '' },
    { p: 'ä'.repeat(200) },
  ]
  for (const each of wrong)
    expect([each, ...(await callOther(app, 'whoami', { u: mara.username, ...each }))]).toEqual([
      each,
      ...REFUSED,
    ])
  for (const u of ['', ' ', '@', '%', "' or 1=1 --", 'x'.repeat(1000), '\u0001'])
    expect([u, ...(await callOther(app, 'whoami', { u, p: password }))]).toEqual([u, ...REFUSED])
  for (const apiKey of ['', ' ', `${password}x`, 'x'.repeat(1000)])
    expect([apiKey, ...(await callOther(app, 'whoami', { apiKey }))]).toEqual([apiKey, ...REFUSED])
})

test('with another secret of the installation only the password itself is accepted, until a new one is made', async () => {
  const app = await startAppWithOthers()
  const mara = await app.signIn()
  const { password } = await newAppPassword(mara)
  const changed = await startAppWithOthers({ secret: 'another secret of at least 32 bytes' }, { beside: app })
  expect(await callOther(changed, 'whoami', { u: mara.username, ...tokenOf(password) })).toEqual(REFUSED)
  expect((await callOther(changed, 'whoami', { u: mara.username, p: password }))[0]).toBe(200)
})

test('a program has the current rights of its account', async () => {
  const app = await startAppWithOthers()
  const admin = await app.signIn({ isAdmin: true })
  const mara = await app.signIn()
  const apiKey = (await newAppPassword(mara)).password
  expect((await callOther(app, 'music', { apiKey }))[0]).toBe(200)
  await admin.call(changeUser, { params: { id: mara.id }, body: { keyVerified: false } })
  expect(await callOther(app, 'music', { apiKey })).toEqual([403, 'KEY_REQUIRED'])
  expect((await callOther(app, 'whoami', { apiKey }))[0]).toBe(200)
  await app.services.db.updateTable('users').set({ emailVerified: 0 }).where('id', '=', mara.id).execute()
  expect(await callOther(app, 'music', { apiKey })).toEqual([403, 'EMAIL_UNVERIFIED'])
  expect((await mara.refusal(createAppPassword, { body: { name: 'Neu' } })).body.code).toBe(
    'EMAIL_UNVERIFIED',
  )
})

/** The actions that end an app password, besides its revocation. Each account has got an email about the password. */
const ENDS: [string, (app: TestApp, mara: Member, laptop: Member) => Promise<unknown>][] = [
  ['all other devices are logged out', async (_app, _mara, laptop) => laptop.call(logoutAll, {})],
  [
    'the password is changed',
    async (_app, mara, laptop) =>
      laptop.call(changePassword, { body: { currentPassword: mara.password, newPassword: NEW_PASSWORD } }),
  ],
  [
    'the password is reset',
    async (app, mara) => {
      await app.call(forgotPassword, { body: { email: mara.email } })
      const token = (await emailTo(app, mara.email, 2)).link.pathname.split('/').at(-1) ?? ''
      await app.call(resetPassword, { body: { token, newPassword: NEW_PASSWORD } })
    },
  ],
  [
    'a foreign address is taken back',
    async (app, mara, laptop) => {
      const body = { email: 'neu@beispiel.de', currentPassword: mara.password }
      await laptop.call(changeEmail, { body })
      const token = (await emailTo(app, mara.email, 2)).link.searchParams.get('token') ?? ''
      await app.call(restoreEmail, { body: { token } })
    },
  ],
  [
    'the account is deleted',
    async (_app, mara, laptop) => laptop.call(deleteAccount, { body: { password: mara.password } }),
  ],
  [
    'an admin deletes the account',
    async (app, mara) => {
      const admin = await app.signIn({ isAdmin: true })
      await admin.call(removeUser, { params: { id: mara.id } })
    },
  ],
]

test.each(ENDS)('an app password and its streams end when %s', async (_when, end) => {
  const app = await startAppWithOthers()
  const mara = await app.signIn()
  const laptop = await app.anotherSession(mara)
  const apiKey = (await newAppPassword(mara)).password
  const { status, ended } = await openStream(app, { apiKey })
  expect(status).toBe(200)
  expect((await callOther(app, 'cover', { apiKey }))[0]).toBe(200)
  await end(app, mara, laptop)
  await ended
  for (const path of ['whoami', 'cover'] as const)
    expect(await callOther(app, path, { apiKey })).toEqual(REFUSED)
})

test('an app password outlives the logout of the browser in which it was made', async () => {
  const app = await startAppWithOthers()
  const mara = await app.signIn()
  const apiKey = (await newAppPassword(mara)).password
  await mara.call(logout, {})
  expect((await callOther(app, 'whoami', { apiKey }))[0]).toBe(200)
})

/** Two processes of one installation, and the way in which they exchange messages. */
const PROCESSES: [string, () => Promise<[TestApp, TestApp]>][] = [
  [
    'over the bus',
    async () => {
      const hub = memoryHub()
      const first = await startAppWithOthers({}, { hub })
      return [first, await startAppWithOthers({}, { hub, beside: first })]
    },
  ],
  [
    'over Redis',
    async () => {
      const redis = await startRedis()
      onTestFinished(async () => redis.stop())
      const settings = { redisUrl: redis.url, secret: randomUUID().repeat(2) }
      const first = await startAppWithOthers(settings)
      const second = await startAppWithOthers(settings, { beside: first })
      await eventually(() => expect([first, second].every(({ services }) => services.bus.isUp())).toBe(true))
      return [first, second]
    },
  ],
  [
    'by the database alone',
    async () => {
      const hub = {
        connect: (onFault: (error: unknown) => void) => memoryHub().connect(onFault, { gapEveryMs: 100 }),
      }
      const first = await startAppWithOthers({}, { hub })
      return [first, await startAppWithOthers({}, { hub, beside: first })]
    },
  ],
]

test.each(PROCESSES)('a revoked one ends in other processes %s, with its streams', async (_how, start) => {
  const [app, beside] = await start()
  const mara = await app.signIn()
  const { id, password } = await newAppPassword(mara)
  const { ended } = await openStream(beside, { apiKey: password })
  expect((await callOther(beside, 'cover', { apiKey: password }))[0]).toBe(200)
  await mara.call(revokeAppPassword, { params: { id } })
  expect(await callOther(beside, 'whoami', { apiKey: password })).toEqual(REFUSED)
  // The caller for media is cached for half a second at most.
  await eventually(async () =>
    expect(await callOther(beside, 'cover', { apiKey: password })).toEqual(REFUSED),
  )
  await ended
})

test('wrong passwords count to the limits of the login, and the right one is still accepted', async () => {
  const app = await startAppWithOthers({ rateLimitFactor: 1 })
  const mara = await app.signIn()
  const { password } = await newAppPassword(mara)
  for (let guess = 0; guess < 5; guess += 1)
    expect(await callOther(app, 'whoami', { u: mara.username, p: `falsch ${guess}` })).toEqual(REFUSED)
  const limited = [429, 'RATE_LIMITED']
  expect(await callOther(app, 'whoami', { u: mara.email, ...tokenOf('falsch') })).toEqual(limited)
  const body = { email: mara.email, password: mara.password }
  expect((await app.refusal(login, { body })).status).toBe(429)
  for (const way of waysOf(mara, password)) expect((await callOther(app, 'whoami', way))[0]).toBe(200)
})

test('wrong passwords at the login count for other programs, too', async () => {
  const app = await startAppWithOthers({ rateLimitFactor: 1 })
  const mara = await app.signIn()
  for (let guess = 0; guess < 5; guess += 1)
    await app.refusal(login, { body: { email: mara.email, password: `falsch ${guess}` } })
  expect((await callOther(app, 'whoami', { u: mara.username, p: 'falsch' }))[0]).toBe(429)
})

test('a program that repeats the name of no account locks no one else out', async () => {
  const app = await startAppWithOthers({ rateLimitFactor: 1 })
  const mara = await app.signIn()
  const statuses = new Set<number>()
  for (let ping = 0; ping < 40; ping += 1)
    statuses.add((await callOther(app, 'whoami', { u: 'dummy', ...tokenOf('dummy') }))[0])
  // The statuses are the same as for the name of an existing account, so that they do not reveal which names exist.
  expect(statuses).toEqual(new Set([401, 429]))
  await app.call(login, { body: { email: mara.email, password: mara.password } })
})

test('guessed API keys are limited by the network that sends them', async () => {
  const app = await startAppWithOthers({ rateLimitFactor: 1 })
  const mara = await app.signIn()
  const { password } = await newAppPassword(mara)
  const statuses: number[] = []
  for (let guess = 0; guess < 31; guess += 1)
    statuses.push((await callOther(app, 'whoami', { apiKey: `falsch ${guess}` }))[0])
  expect([statuses.filter((status) => status === 401).length, statuses.at(-1)]).toEqual([30, 429])
  expect((await callOther(app, 'whoami', { apiKey: password }))[0]).toBe(200)
})

test('a program that still sends a revoked password does not lock its owner out', async () => {
  const app = await startAppWithOthers({ rateLimitFactor: 1 })
  const mara = await app.signIn()
  const { id, password } = await newAppPassword(mara)
  await mara.call(revokeAppPassword, { params: { id } })
  for (let turn = 0; turn < 6; turn += 1)
    for (const way of waysOf(mara, password)) expect(await callOther(app, 'whoami', way)).toEqual(REFUSED)
  await app.call(login, { body: { email: mara.email, password: mara.password } })
})

test('failed attempts are logged as those of the login are', async () => {
  const app = await startAppWithOthers({ logsFailedLogins: true })
  const lines: unknown[] = []
  app.services.log.warn = (...line: unknown[]) => void lines.push(line)
  const mara = await app.signIn()
  await callOther(app, 'whoami', { u: mara.username, p: 'falsch' })
  expect(lines).toEqual([[{ address: '127.0.0.1' }, 'failed login']])
})
