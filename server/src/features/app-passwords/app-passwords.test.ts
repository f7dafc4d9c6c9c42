import {
  APP_PASSWORDS_MAX,
  createAppPassword,
  listAppPasswords,
  revokeAppPassword,
} from '@tonarchiv/contract/app-passwords'
import { exportAccount, logoutAll } from '@tonarchiv/contract/auth'
import { unauthenticated } from '@tonarchiv/contract/refusal'
import { expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { everythingStored } from '#testing/everything-stored.ts'
import { callOther, newAppPassword, openStream, startAppWithOthers, tokenOf } from '#testing/other-program.ts'
import { startApp } from '#testing/start-app.ts'
import { createAppPassword as createOne, deleteEndedAppPasswords } from './app-passwords.ts'

const DAY_MS = 24 * 60 * 60 * 1000

test('an app password is shown once, and stored only as a hash and encrypted', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  const { appPassword, password } = await mara.call(createAppPassword, { body: { name: ' Küchenradio ' } })
  expect(password).toMatch(/^(?:[a-km-np-z2-9]{4}-){6}[a-km-np-z2-9]{4}$/)
  expect(appPassword).toMatchObject({ name: 'Küchenradio', lastUsedAt: null, app: null, isPlaying: false })
  const list = await mara.call(listAppPasswords, {})
  expect(list).toEqual({ appPasswords: [appPassword], serverAddress: app.services.config.publicUrl })
  const stored = await everythingStored(app)
  expect(stored).toContain('Küchenradio')
  expect(stored).not.toContain(password)
  expect(stored).not.toContain(password.replaceAll('-', ''))
  const other = await newAppPassword(mara)
  expect(other.password).not.toBe(password)
})

test('the account export lists names and times, and no secret', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  const [kept, gone] = [await newAppPassword(mara, 'Bleibt'), await newAppPassword(mara, 'Geht')]
  await mara.call(revokeAppPassword, { params: { id: gone.id } })
  const exported = JSON.stringify(await mara.call(exportAccount, {}))
  for (const text of ['Bleibt', 'Geht']) expect(exported).toContain(text)
  const rows = [
    ...(await app.services.db.selectFrom('appPasswords').selectAll().execute()),
    ...(await app.services.db.selectFrom('endedAppPasswords').selectAll().execute()),
  ]
  expect(rows).toHaveLength(2)
  for (const { secretHash, encryptedSecret } of rows)
    for (const secret of [secretHash, encryptedSecret, kept.password, gone.password])
      expect(exported).not.toContain(secret)
})

test.each([
  ['', 'Gib dem Passwort einen Namen'],
  ['  ', 'Gib dem Passwort einen Namen'],
  ['x'.repeat(41), 'Der Name darf höchstens 40 Zeichen lang sein'],
  ['Radio\u202e', 'Dieser Text enthält unzulässige Zeichen'],
])('the name %j is rejected', async (name, text) => {
  const app = await startApp()
  const mara = await app.signIn()
  const { status, body } = await mara.refusal(createAppPassword, { body: { name } })
  expect([status, body.fields]).toEqual([400, { name: text }])
  await mara.call(createAppPassword, { body: { name: 'ä'.repeat(40) } })
})

test('an account has at most twenty app passwords, also when they are made at once', async () => {
  const app = await startApp()
  const [mara, tom] = [await app.signIn(), await app.signIn()]
  const made = await Promise.allSettled(
    Array.from({ length: APP_PASSWORDS_MAX + 5 }, async () => newAppPassword(mara)),
  )
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(APP_PASSWORDS_MAX)
  const refused = await mara.refusal(createAppPassword, { body: { name: 'Eins zu viel' } })
  expect(refused).toMatchObject({
    status: 409,
    body: {
      code: 'TOO_MANY_APP_PASSWORDS',
      error: 'Mehr als 20 App-Passwörter gehen nicht. Widerrufe zuerst eines.',
    },
  })
  await newAppPassword(tom)
  const [first] = (await mara.call(listAppPasswords, {})).appPasswords
  await mara.call(revokeAppPassword, { params: { id: first?.id ?? '' } })
  await newAppPassword(mara)
})

test('an account makes at most thirty in an hour, revoked ones included', async () => {
  const app = await startApp({ rateLimitFactor: 0.1 })
  const mara = await app.signIn()
  for (let made = 0; made < 3; made += 1) await newAppPassword(mara)
  expect((await mara.refusal(createAppPassword, { body: { name: 'Noch eins' } })).status).toBe(429)
  app.passTime(60 * 60 * 1000 + 1000)
  // The earlier login no longer counts as a confirmation.
  const later = await app.anotherSession(mara)
  await newAppPassword(later)
})

test('only its owner can revoke an app password, and once', async () => {
  const app = await startAppWithOthers()
  const [mara, tom] = [await app.signIn(), await app.signIn()]
  const { id, password } = await newAppPassword(mara)
  expect((await tom.refusal(revokeAppPassword, { params: { id } })).status).toBe(404)
  expect((await tom.call(listAppPasswords, {})).appPasswords).toEqual([])
  expect((await callOther(app, 'whoami', { apiKey: password }))[0]).toBe(200)
  await mara.call(revokeAppPassword, { params: { id } })
  expect((await mara.call(listAppPasswords, {})).appPasswords).toEqual([])
  expect((await mara.refusal(revokeAppPassword, { params: { id } })).status).toBe(404)
})

test('the last use is stored to five minutes, with the name that the program reports', async () => {
  const app = await startAppWithOthers()
  const mara = await app.signIn()
  const { password } = await newAppPassword(mara)
  const own = { u: mara.username, ...tokenOf(password) }
  const listed = async () => (await mara.call(listAppPasswords, {})).appPasswords[0]
  await callOther(app, 'whoami', own)
  await eventually(async () => expect((await listed())?.lastUsedAt).not.toBeNull())
  expect((await listed())?.app).toBeNull()
  await callOther(app, 'whoami', { ...own, c: 'Symfonium' })
  const first = await eventually(async () => {
    const row = await listed()
    expect(row?.app).toBe('Symfonium')
    return row
  })
  app.passTime(4 * 60_000)
  await callOther(app, 'whoami', { ...own, c: 'DSub' })
  expect(await listed()).toEqual(first)
  app.passTime(60_000)
  await callOther(app, 'whoami', { ...own, c: 'DSub' })
  await eventually(async () => expect((await listed())?.app).toBe('DSub'))
  expect((await listed())?.lastUsedAt).not.toBe(first?.lastUsedAt)
})

test('a program cannot report a name that is no text', async () => {
  const app = await startAppWithOthers()
  const mara = await app.signIn()
  const { password } = await newAppPassword(mara)
  for (const c of ['\u0001', '\u202e rückwärts', 'x'.repeat(500), ' ']) {
    expect((await callOther(app, 'whoami', { apiKey: password, c }))[0]).toBe(200)
    expect((await mara.call(listAppPasswords, {})).appPasswords[0]?.app).toBeNull()
  }
})

test('the list says which of them a stream is running for', async () => {
  const app = await startAppWithOthers()
  const mara = await app.signIn()
  const [playing, silent] = [await newAppPassword(mara, 'Spielt'), await newAppPassword(mara, 'Still')]
  const { ended } = await openStream(app, { apiKey: playing.password })
  const { appPasswords } = await mara.call(listAppPasswords, {})
  expect(appPasswords.map(({ id, isPlaying }) => [id, isPlaying])).toEqual([
    [silent.id, false],
    [playing.id, true],
  ])
  await mara.call(revokeAppPassword, { params: { id: playing.id } })
  await ended
})

test('no app password is left by calls that race the end of all sessions', async () => {
  const app = await startApp()
  for (let round = 0; round < 5; round += 1) {
    const mara = await app.signIn()
    const phone = await app.anotherSession(mara)
    const racing = Promise.allSettled(Array.from({ length: 6 }, async () => newAppPassword(phone)))
    await mara.call(logoutAll, {})
    await racing
    expect((await mara.call(listAppPasswords, {})).appPasswords).toEqual([])
  }
})

test('a session that has ended since its request was admitted makes no app password', async () => {
  const { services, signIn } = await startApp()
  const mara = await signIn()
  const caller = { ...mara, isAdmin: false, emailVerified: true, keyVerified: true }
  const ended = { lockSession: async () => false }
  await expect(createOne(services, ended, caller, { name: 'Radio', userAgent: undefined })).rejects.toThrow(
    unauthenticated.text,
  )
  expect(await services.db.selectFrom('appPasswords').select('id').execute()).toEqual([])
})

test('of ended ones the last twenty are kept, for 90 days', async () => {
  const app = await startApp()
  const { db } = app.services
  const mara = await app.signIn()
  for (let made = 0; made < 22; made += 1) {
    const { id } = await newAppPassword(mara, `Nr. ${made}`)
    await mara.call(revokeAppPassword, { params: { id } })
  }
  const kept = await db.selectFrom('endedAppPasswords').select('name').orderBy('endedAt').execute()
  expect(kept.map(({ name }) => name)).toEqual(Array.from({ length: 20 }, (_, index) => `Nr. ${index + 2}`))
  app.passTime(89 * DAY_MS)
  await deleteEndedAppPasswords(app.services)
  expect(await db.selectFrom('endedAppPasswords').select('id').execute()).toHaveLength(20)
  app.passTime(2 * DAY_MS)
  await deleteEndedAppPasswords(app.services)
  expect(await db.selectFrom('endedAppPasswords').select('id').execute()).toEqual([])
})
