import {
  changeEmail,
  changePassword,
  deleteAccount,
  endDevice,
  exportAccount,
  listDevices,
  login,
  logoutAll,
  register,
  renameDevice,
  restoreEmail,
  verifyEmail,
} from '@tonarchiv/contract/auth'
import { generateAccessKey, redeemAccessKey } from '@tonarchiv/contract/access-keys'
import { changeUser, listAuditEvents } from '@tonarchiv/contract/admin'
import { listMessages, postMessage } from '@tonarchiv/contract/chat'
import { changeUsername, getProfile } from '@tonarchiv/contract/users'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { emailTo } from '#testing/emails.ts'
import { callers, startApp, type TestApp } from '#testing/start-app.ts'

const NEW_PASSWORD = 'ganz neues Passwort'

test('a new password ends all sessions but this one', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  const other = await app.call(login, { body: { email: mara.email, password: mara.password } })
  await mara.call(changePassword, { body: { currentPassword: mara.password, newPassword: NEW_PASSWORD } })
  await mara.call(getProfile, {})
  expect((await callers(app.address, other.token).refusal(getProfile)).status).toBe(401)
  await app.call(login, { body: { email: mara.email, password: NEW_PASSWORD } })
})

test('a wrong current password changes nothing', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  const answers = [
    await mara.refusal(changePassword, { body: { currentPassword: 'falsch', newPassword: NEW_PASSWORD } }),
    await mara.refusal(changeEmail, { body: { currentPassword: 'falsch', email: 'neu@beispiel.de' } }),
    await mara.refusal(deleteAccount, { body: { password: 'falsch' } }),
  ]
  for (const { status, body } of answers)
    expect([status, body.error]).toEqual([403, 'Aktuelles Passwort ist falsch'])
  await app.call(login, { body: { email: mara.email, password: mara.password } })
})

test('a new address must be verified; until then the account is unverified', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  const { user } = await mara.call(changeEmail, {
    body: { currentPassword: mara.password, email: 'Neu@Beispiel.de' },
  })
  expect(user).toMatchObject({ email: 'neu@beispiel.de', emailVerified: false })
  expect((await mara.refusal(changeUsername, { body: { username: 'anders' } })).body.code).toBe(
    'EMAIL_UNVERIFIED',
  )
  const { link } = await emailTo(app, 'neu@beispiel.de')
  await app.call(verifyEmail, { body: { token: link.searchParams.get('token') ?? '' } })
  expect((await mara.call(getProfile, {})).user.emailVerified).toBe(true)
})

test('the old address gets a restore link that also ends the sessions of an intruder', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  await mara.call(changeEmail, { body: { currentPassword: mara.password, email: 'dieb@beispiel.de' } })
  const { link } = await emailTo(app, mara.email)
  const token = link.searchParams.get('token') ?? ''
  const uses = await Promise.allSettled(
    Array.from({ length: 20 }, () => app.call(restoreEmail, { body: { token } })),
  )
  expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await mara.refusal(getProfile)).status).toBe(401)
  const { user } = await app.call(login, { body: { email: mara.email, password: mara.password } })
  expect(user).toMatchObject({ email: mara.email, emailVerified: true })
})

test('a restore link invalidates the restore links of later addresses', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  const change = async (email: string) =>
    mara.call(changeEmail, { body: { currentPassword: mara.password, email } })
  const restoreLinkTo = async (email: string, count: number) =>
    (await emailTo(app, email, count)).link.searchParams.get('token') ?? ''
  await change('dieb@beispiel.de')
  const marasWay = await restoreLinkTo(mara.email, 1)
  await app.call(verifyEmail, { body: { token: await restoreLinkTo('dieb@beispiel.de', 1) } })
  await change('dieb2@beispiel.de')
  const thiefsWay = await restoreLinkTo('dieb@beispiel.de', 2)

  await app.call(restoreEmail, { body: { token: marasWay } })
  expect((await app.refusal(restoreEmail, { body: { token: thiefsWay } })).status).toBe(400)
  const { user } = await app.call(login, { body: { email: mara.email, password: mara.password } })
  expect(user.email).toBe(mara.email)
})

test('a restore link is valid for seven days', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  await mara.call(changeEmail, { body: { currentPassword: mara.password, email: 'neu@beispiel.de' } })
  const { link } = await emailTo(app, mara.email)
  app.passTime(8 * 24 * 60 * 60 * 1000)
  const refusal = await app.refusal(restoreEmail, { body: { token: link.searchParams.get('token') ?? '' } })
  expect(refusal).toMatchObject({ status: 400, body: { error: 'Dieser Link ist ungültig oder abgelaufen' } })
})

test('an address in use is rejected, one’s own address changes nothing', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  const tom = await app.signIn()
  const refusal = await mara.refusal(changeEmail, {
    body: { currentPassword: mara.password, email: tom.email },
  })
  expect(refusal).toMatchObject({
    status: 409,
    body: { fields: { email: 'Diese E-Mail-Adresse kann nicht verwendet werden' } },
  })
  const { user } = await mara.call(changeEmail, {
    body: { currentPassword: mara.password, email: mara.email },
  })
  expect(user.emailVerified).toBe(true)
})

test('a username can be changed once a day, and the refusal contains the next possible time', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  const { user } = await mara.call(changeUsername, { body: { username: 'Mara_2' } })
  expect(user.username).toBe('mara_2')
  expect(Date.parse(user.usernameChangeableAt ?? '')).toBeGreaterThan(Date.now() + 23 * 60 * 60 * 1000)
  await mara.call(changeUsername, { body: { username: 'mara_2' } })
  const refusal = await mara.refusal(changeUsername, { body: { username: 'mara_3' } })
  expect(refusal).toMatchObject({
    status: 409,
    body: { code: 'USERNAME_LOCKED', changeableAt: user.usernameChangeableAt },
  })
  app.passTime(24 * 60 * 60 * 1000 + 1000)
  const fresh = await app.call(login, { body: { email: mara.email, password: mara.password } })
  await callers(app.address, fresh.token).call(changeUsername, { body: { username: 'mara_3' } })
})

test('of twenty renames at the same time one succeeds, and a taken name is reported', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  const tom = await app.signIn()
  const renames = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      mara.call(changeUsername, { body: { username: `name${index}` } }),
    ),
  )
  expect(renames.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const { user } = await mara.call(getProfile, {})
  const refusal = await tom.refusal(changeUsername, { body: { username: user.username.toUpperCase() } })
  expect(refusal.body.fields).toEqual({ username: 'Dieser Benutzername ist bereits vergeben' })
})

test('devices: only one’s own, the current one first; one or all others can be ended', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  const tom = await app.signIn()
  const [one, two] = [
    await app.call(login, { body: { email: mara.email, password: mara.password } }),
    await app.call(login, { body: { email: mara.email, password: mara.password } }),
  ]
  const { devices } = await mara.call(listDevices, {})
  expect(devices.map(({ isCurrent }) => isCurrent)).toEqual([true, false, false])
  expect(JSON.stringify(devices)).not.toContain('st_')
  const [, second] = devices
  if (second === undefined) throw new Error('There are three devices')

  expect((await tom.refusal(endDevice, { params: { id: second.id } })).status).toBe(404)
  await mara.call(endDevice, { params: { id: second.id } })
  expect((await mara.refusal(endDevice, { params: { id: second.id } })).status).toBe(404)
  expect(await mara.call(logoutAll, {})).toEqual({ success: true, ended: 1 })
  for (const { token } of [one, two])
    expect((await callers(app.address, token).refusal(getProfile)).status).toBe(401)
  expect((await mara.call(listDevices, {})).devices).toHaveLength(1)
})

test('a device has the name that its account gives it, until its session ends', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  const tom = await app.signIn()
  const phone = await app.anotherSession(mara)
  const params = { id: phone.sessionId }
  const nameOf = async (id: string) => {
    const { devices } = await mara.call(listDevices, {})
    const device = devices.find((each) => each.id === id)
    return [device?.name, device?.browser]
  }
  expect(await nameOf(phone.sessionId)).toEqual(['Test', 'Test'])
  expect(await mara.call(renameDevice, { params, body: { name: ' Küche ' } })).toMatchObject({
    name: 'Küche',
  })
  expect(await nameOf(phone.sessionId)).toEqual(['Küche', 'Test'])
  expect(await nameOf(mara.sessionId)).toEqual(['Test', 'Test'])
  expect(await mara.call(exportAccount, {})).toMatchObject({
    devices: [{ name: null }, { name: 'Küche', browser: 'Test' }],
  })

  const long = { params, body: { name: 'x'.repeat(41) } }
  expect((await mara.refusal(renameDevice, long)).body.fields).toEqual({
    name: 'Der Name darf höchstens 40 Zeichen lang sein',
  })
  expect((await tom.refusal(renameDevice, { params, body: { name: 'Meins' } })).status).toBe(404)
  expect(await nameOf(phone.sessionId)).toEqual(['Küche', 'Test'])
  await mara.call(endDevice, { params })
  expect((await mara.refusal(renameDevice, { params, body: { name: 'Weg' } })).status).toBe(404)
})

test('a login from a new address sends an email, the first login does not', async () => {
  const app = await startApp({ trustedProxies: ['127.0.0.1'] })
  const mara = await app.signIn()
  const body = { email: mara.email, password: mara.password }
  await app.call(login, { body, headers: { 'x-forwarded-for': '192.0.2.1' } })
  await app.call(login, { body, headers: { 'x-forwarded-for': '192.0.2.1' } })
  await app.call(login, { body, headers: { 'x-forwarded-for': '198.51.100.1' } })
  const { source } = await emailTo(app, mara.email)
  expect(source).toContain('von einem neuen Ort')
})

test('attempts from other addresses do not lock out a known address', async () => {
  const app = await startApp({ trustedProxies: ['127.0.0.1'], rateLimitFactor: 1 })
  const mara = await app.signIn()
  const body = { email: mara.email, password: mara.password }
  await app.call(login, { body, headers: { 'x-forwarded-for': '192.0.2.1' } })
  for (let count = 0; count < 25; count += 1) {
    await app.refusal(login, {
      body: { ...body, password: 'falsch' },
      headers: { 'x-forwarded-for': `203.0.113.${count}` },
    })
  }
  expect((await app.refusal(login, { body, headers: { 'x-forwarded-for': '203.0.113.99' } })).status).toBe(
    429,
  )
  await app.call(login, { body, headers: { 'x-forwarded-for': '192.0.2.1' } })
})

/**
 * Everything that the server stores, as one text: all rows of all tables except the given ones, and all files in the
 * data folder.
 */
async function everythingKept({ services }: TestApp, except: readonly string[] = []): Promise<string> {
  const tables = await services.db.introspection.getTables()
  const wanted = tables.filter(({ name }) => !except.includes(name))
  const rows = await Promise.all(
    wanted.map(async ({ name }) => (await sql`select * from ${sql.table(name)}`.execute(services.db)).rows),
  )
  const folder = services.config.dataFolder
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.name.includes('sqlite'))
  const contents = await Promise.all(
    // An email file may be renamed or removed while it is read.
    files.map(async (entry) => readFile(join(entry.parentPath, entry.name), 'latin1').catch(() => '')),
  )
  return [JSON.stringify(rows), ...contents].join('\n')
}

test('a deleted account leaves no data, and a new account of that name starts empty', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const { accessKey } = await admin.call(generateAccessKey, {})
  const mara = await app.signIn({ username: 'verschwindet', hasKey: false })
  await mara.call(redeemAccessKey, { body: { key: accessKey.key_value, uid: mara.id } })
  await admin.call(changeUser, { params: { id: mara.id }, body: { keyVerified: false } })
  await admin.call(postMessage, { body: { message: 'Hallo @Verschwindet, kommst du mit @verschwindet_2?' } })
  await mara.call(changeEmail, { body: { currentPassword: mara.password, email: 'spur@beispiel.de' } })
  expect(await everythingKept(app)).toContain('spur@beispiel.de')
  const { acts } = await admin.call(listAuditEvents, { query: {} })
  expect(acts[0]?.text).toBe('Benutzer „verschwindet“ den Zugang zum Archiv entzogen')

  await mara.call(deleteAccount, { body: { password: mara.password } })
  // Emails and mentions are removed asynchronously.
  await eventually(async () => {
    const rows = await everythingKept(app)
    for (const trace of [/verschwindet(?!_2)/i, /spur@beispiel\.de/, new RegExp(mara.email)])
      expect(rows).not.toMatch(trace)
  })
  // The audit log and the revocations are kept on purpose; they contain only the id.
  expect(await everythingKept(app, ['admin_acts', 'revocations'])).not.toContain(mara.id)
  const { messages } = await admin.call(listMessages, { query: {} })
  expect(messages).toMatchObject([
    { content: 'Hallo @gelöscht, kommst du mit @verschwindet_2?', mentions: [] },
  ])
  expect((await mara.refusal(getProfile)).status).toBe(401)

  await app.call(register, { body: { email: mara.email, username: 'verschwindet', password: NEW_PASSWORD } })
  const row = await app.services.db
    .selectFrom('users')
    .selectAll()
    .where('username', '=', 'verschwindet')
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ keyVerified: 0, isAdmin: 0 })
  expect(row.id).not.toBe(mara.id)
  // The key stays redeemed: another account cannot redeem it.
  const tom = await app.signIn({ hasKey: false })
  expect(
    (await tom.refusal(redeemAccessKey, { body: { key: accessKey.key_value, uid: tom.id } })).status,
  ).toBe(400)
})

test('the last admin cannot delete their account, nor can two admins at the same time', async () => {
  const app = await startApp()
  const admins = [await app.signIn({ isAdmin: true }), await app.signIn({ isAdmin: true })]
  const leaving = await Promise.all(
    admins.map((admin) =>
      admin.call(deleteAccount, { body: { password: admin.password } }).then(
        () => 'gone',
        () => 'refused',
      ),
    ),
  )
  expect(leaving.sort()).toEqual(['gone', 'refused'])
  const rows = await app.services.db.selectFrom('users').select('id').where('isAdmin', '=', 1).execute()
  const last = admins.find(({ id }) => id === rows[0]?.id)
  expect((await last?.refusal(deleteAccount, { body: { password: last.password } }))?.body.error).toBe(
    'Der letzte Admin kann nicht entfernt werden',
  )
})

test('the export contains the data of the caller, and of no other account', async () => {
  const app = await startApp()
  const [mara, tom] = [await app.signIn(), await app.signIn()]
  const data = await mara.call(exportAccount, {})
  const text = JSON.stringify(data)
  expect(text).toContain(mara.email)
  expect(text).not.toContain(tom.email)
  expect(text).not.toContain('argon2')
  expect(data).toMatchObject({
    profile: { username: mara.username },
    devices: [{ deviceType: 'desktop' }],
    accessKeys: [],
  })
})
