import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateAccessKeys, redeemAccessKey, withdrawAccessKey } from '@tonarchiv/contract/access-keys'
import { revokeAppPassword } from '@tonarchiv/contract/app-passwords'
import { changePassword, deleteAccount, forgotPassword, login, resetPassword } from '@tonarchiv/contract/auth'
import { deleteMessage, listMessages, postMessage } from '@tonarchiv/contract/chat'
import {
  distrustDevice,
  loginWithCode,
  loginWithRecoveryCode,
  readFactors,
  removeAuthenticator,
  removePasskey,
} from '@tonarchiv/contract/factors'
import { getProfile } from '@tonarchiv/contract/users'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#config.ts'
import { enqueueEmail } from '#mail/mail.ts'
import { runArchive } from '#testing/command-line.ts'
import { newAppPassword } from '#testing/other-program.ts'
import { eventually } from '#testing/eventually.ts'
import { emailTo } from '#testing/emails.ts'
import { confirmed, newAuthenticator, newPasskey, startLogin } from '#testing/second-factor.ts'
import { callers, startApp, type TestApp } from '#testing/start-app.ts'
import { openStorage } from '#storage/backends/open-storage.ts'
import { backupFolder } from './destination/backup-destination.disk.ts'
import { createBackup } from './create-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { startRevocationList } from './revocation-list.ts'

const NEW_PASSWORD = 'ganz neues Passwort'

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-revoked-'))
  onTestFinished(async () => rm(folder, { recursive: true, force: true }))
  return folder
}

async function runBackup({ services: { config } }: TestApp, to: string): Promise<void> {
  await createBackup({ ...config, storage: await openStorage(config) }, backupFolder(to), { keptDays: 7 })
}

async function startOn(dataFolder: string): Promise<TestApp> {
  return startApp({ dataFolder, database: { kind: 'sqlite', path: join(dataFolder, 'archive.sqlite') } })
}

/** Lets the server run until the list beside the backups contains this number of revocations. */
async function listBeside({ services }: TestApp, to: string, count: number): Promise<string[]> {
  const backup = { to, at: 0, keptDays: 7 }
  const stop = startRevocationList({ ...services, config: { ...services.config, backup } }, 20)
  try {
    return await eventually(async () => {
      const lines = (await readFile(join(to, 'revocations.jsonl'), 'utf8')).trimEnd().split('\n')
      expect(lines).toHaveLength(count)
      return lines
    })
  } finally {
    await stop()
  }
}

test('a restored backup starts without sessions, links and emails, and restores nothing that was revoked since', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const [gone, writer, changer, redeemer, other] = [
    await app.signIn(),
    await app.signIn(),
    await app.signIn(),
    await app.signIn({ hasKey: false }),
    await app.signIn({ hasKey: false }),
  ]
  const { accessKeys } = await admin.call(generateAccessKeys, { body: { count: 2 } })
  const [used, withdrawn] = accessKeys
  if (used === undefined || withdrawn === undefined) throw new Error('Two keys were made')
  await gone.call(postMessage, { body: { message: 'Das bleibt' } })
  const message = await writer.call(postMessage, { body: { message: 'Das nehme ich zurück' } })
  await app.call(forgotPassword, { body: { email: writer.email } })
  const { link } = await emailTo(app, writer.email)
  const later = new Date(Date.now() + 60 * 60 * 1000)
  await enqueueEmail(app.services.db, later, {
    userId: writer.id,
    recipient: writer.email,
    subject: 'Später',
    text: 'Später',
    html: 'Später',
  })
  const [keptApp, revokedApp, endedApp] = [
    await newAppPassword(writer, 'Bleibt'),
    await newAppPassword(writer, 'Widerrufen'),
    await newAppPassword(changer, 'Endet mit dem Passwort'),
  ]
  const unsent = async () => app.services.db.selectFrom('letters').select('subject').execute()
  await eventually(async () => expect(await unsent()).toEqual([{ subject: 'Später' }]))
  const to = await newFolder()
  await runBackup(app, to)

  await gone.call(deleteAccount, { body: { password: gone.password } })
  await writer.call(deleteMessage, { params: { id: message.message.id } })
  await changer.call(changePassword, {
    body: { currentPassword: changer.password, newPassword: NEW_PASSWORD },
  })
  await redeemer.call(redeemAccessKey, { body: { key: used.key_value, uid: redeemer.id } })
  await admin.call(withdrawAccessKey, { params: { id: withdrawn.id } })
  await writer.call(revokeAppPassword, { params: { id: revokedApp.id } })
  const lines = await listBeside(app, to, 7)
  // The list contains only ids and no personal data.
  for (const trace of [gone.username, gone.email, 'Das nehme', used.key_value])
    expect(lines.join()).not.toContain(trace)

  const here = await newFolder()
  const back = await runArchive({ DATA_DIR: here, DATABASE_URL: '', APP_SECRET: '' }, 'restore', '--from', to)
  expect(back.code).toBe(0)
  for (const output of [
    'Everybody has to log in again: 6 sessions, 1 one-time links and 1 unsent letters',
    'Since the backup: 1 accounts were deleted again',
    'Since the backup: 1 chat messages were deleted again',
    'Since the backup: 1 passwords',
    'Since the backup: 2 app passwords stay revoked',
    'Since the backup: 2 access keys stay withdrawn or used',
  ])
    expect(back.output).toContain(output)

  const restored = await startOn(here)
  const again = (person: { email: string }, password: string) =>
    restored.call(login, { body: { email: person.email, password } })
  expect((await callers(restored.address, writer.token).refusal(getProfile)).status).toBe(401)
  expect(await restored.services.db.selectFrom('letters').selectAll().execute()).toEqual([])
  const token = link.pathname.split('/').at(-1) ?? ''
  expect((await restored.refusal(resetPassword, { body: { token, newPassword: NEW_PASSWORD } })).status).toBe(
    400,
  )
  for (const person of [gone, changer]) {
    const refusal = await restored.refusal(login, {
      body: { email: person.email, password: person.password },
    })
    expect([refusal.status, refusal.body.code]).toEqual([401, 'WRONG_CREDENTIALS'])
  }
  const reader = callers(restored.address, (await again(writer, writer.password)).token)
  const { messages } = await reader.call(listMessages, { query: {} })
  expect(messages.map(({ content }) => content)).toEqual(['Das bleibt'])
  expect((await again(redeemer, redeemer.password)).user.keyVerified).toBe(true)
  const outside = callers(restored.address, (await again(other, other.password)).token)
  for (const { key_value: key } of [used, withdrawn]) {
    const refusal = await outside.refusal(redeemAccessKey, { body: { key, uid: other.id } })
    expect([refusal.status, refusal.body.code]).toEqual([400, 'ACCESS_KEY_INVALID'])
  }

  const apps = await restored.services.db.selectFrom('appPasswords').select('id').execute()
  expect(apps).toEqual([{ id: keptApp.id }])
  const endedApps = await restored.services.db
    .selectFrom('endedAppPasswords')
    .select('id')
    .orderBy('id')
    .execute()
  expect(endedApps).toEqual([{ id: revokedApp.id }, { id: endedApp.id }])

  // A member whose password was removed sets a new one.
  await restored.call(forgotPassword, { body: { email: changer.email } })
  const fresh = (await emailTo(restored, changer.email)).link.pathname.split('/').at(-1) ?? ''
  await restored.call(resetPassword, { body: { token: fresh, newPassword: NEW_PASSWORD } })
  await again(changer, NEW_PASSWORD)
})

test('revocations that are only in the replaced database are kept, also by a second restore', async () => {
  const app = await startApp()
  const member = await app.signIn()
  const to = await newFolder()
  await runBackup(app, to)
  const here = await newFolder()
  const runRestore = async (force: boolean) => {
    const config = readConfig({ DATA_DIR: here })
    const target = { ...config, storage: await openStorage(config) }
    return restoreBackup(backupFolder(to), target, { force })
  }
  await runRestore(false)
  const first = await startOn(here)
  const { token } = await first.call(login, { body: { email: member.email, password: member.password } })
  await callers(first.address, token).call(deleteAccount, { body: { password: member.password } })
  await first.close()
  expect((await runRestore(true)).renewed.revoked.account).toBe(1)

  const elsewhere = await newFolder()
  const config = readConfig({ DATA_DIR: elsewhere })
  const target = { ...config, storage: await openStorage(config) }
  const { renewed } = await restoreBackup(backupFolder(to), target, { force: false })
  expect(renewed.revoked.account).toBe(1)
})

test('a restored backup brings back no passkey, app, recovery code or trusted device that was removed since', async () => {
  const app = await startApp()
  const [mara, tom] = [await confirmed(await app.signIn()), await confirmed(await app.signIn())]
  const [kept, removed] = [await newPasskey(mara), await newPasskey(mara)]
  const fake = await newAuthenticator(app, mara)
  await newAuthenticator(app, tom)
  app.passTime(30_000)
  const halfSession = await startLogin(app, mara)
  await app.call(loginWithCode, { body: { halfSession, code: fake.code(), trustDevice: true } })
  const waiting = await startLogin(app, mara)
  const to = await newFolder()
  await runBackup(app, to)

  await mara.call(removePasskey, { params: { id: removed.id } })
  const [code = ''] = fake.recoveryCodes
  await app.call(loginWithRecoveryCode, { body: { halfSession: waiting, code } })
  const [device] = (await mara.call(readFactors, {})).trustedDevices
  await mara.call(distrustDevice, { params: { id: device?.id ?? '' } })
  await tom.call(removeAuthenticator, {})
  // One passkey, one used recovery code and one device, and an authenticator app with its ten recovery codes.
  await listBeside(app, to, 14)

  const here = await newFolder()
  const back = await runArchive({ DATA_DIR: here, DATABASE_URL: '', APP_SECRET: '' }, 'restore', '--from', to)
  expect(back.code).toBe(0)
  for (const output of [
    '1 passkeys stay removed',
    '1 authenticator apps',
    '11 recovery codes',
    '1 devices stay',
  ])
    expect(back.output).toContain(`Since the backup: ${output}`)
  const restored = await startOn(here)
  const { db } = restored.services
  expect(await db.selectFrom('passkeys').select('id').execute()).toEqual([{ id: kept.id }])
  expect(await db.selectFrom('authenticatorApps').select('userId').execute()).toEqual([{ userId: mara.id }])
  expect(await db.selectFrom('recoveryCodes').select('userId').execute()).toHaveLength(9)
  for (const table of ['trustedDevices', 'halfSessions', 'passkeyChallenges'] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
})
