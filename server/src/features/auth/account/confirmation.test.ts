import { generateAccessKey } from '@tonarchiv/contract/access-keys'
import { createAppPassword } from '@tonarchiv/contract/app-passwords'
import { changeEmail, changePassword, deleteAccount, login } from '@tonarchiv/contract/auth'
import { confirm, startAuthenticator, startPasskey, startConfirmation } from '@tonarchiv/contract/factors'
import type { RouteShape } from '@tonarchiv/contract/route'
import { expect, test } from 'vitest'
import { confirmed, newAuthenticator, newPasskey } from '#testing/second-factor.ts'
import { callers, startApp } from '#testing/start-app.ts'

const MINUTE_MS = 60_000
const REQUIRED = { status: 403, body: { code: 'CONFIRMATION_REQUIRED' } }

test('every dangerous call is listed here with what confirms it', async () => {
  const app = await startApp()
  const list = app.ownRoutes.flatMap(({ method, path, confirmation }: RouteShape) =>
    confirmation === undefined ? [] : [`${confirmation} ${method} ${path}`],
  )
  expect(list.sort()).toEqual([
    'explicit DELETE /api/user/authenticator',
    'explicit DELETE /api/user/passkeys/:id',
    'explicit POST /api/user/authenticator',
    'explicit POST /api/user/authenticator/code',
    'explicit POST /api/user/passkeys',
    'explicit POST /api/user/passkeys/challenge',
    'explicit POST /api/user/recovery-codes',
    'login DELETE /api/access-keys/:id',
    'login DELETE /api/admin/invitation-tree/:id',
    'login PATCH /api/admin/key-batches/:id',
    'login POST /api/admin/key-batches',
    'login POST /api/admin/key-batches/:id/withdrawal',
    'login POST /api/app-passwords',
    'login POST /api/generate-access-key',
    'login POST /api/generate-access-keys',
  ])
})

test('a login confirms keys and app passwords for ten minutes, and then they ask', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const { token } = await app.call(login, { body: { email: admin.email, password: admin.password } })
  const fresh = callers(app.address, token)
  await fresh.call(createAppPassword, { body: { name: 'Radio' } })
  await fresh.call(generateAccessKey, {})
  app.passTime(10 * MINUTE_MS)
  expect(await fresh.refusal(createAppPassword, { body: { name: 'Radio' } })).toMatchObject(REQUIRED)
  expect(await fresh.refusal(generateAccessKey, {})).toMatchObject(REQUIRED)
  await fresh.call(confirm, { body: { password: admin.password } })
  await fresh.call(createAppPassword, { body: { name: 'Radio' } })
})

test('a login alone does not confirm factors, e-mail, password and deletion', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  const newPassword = 'ein ganz anderes Wort'
  expect(await mara.refusal(startPasskey, {})).toMatchObject(REQUIRED)
  expect(await mara.refusal(startAuthenticator, {})).toMatchObject(REQUIRED)
  expect(await mara.refusal(changePassword, { body: { newPassword } })).toMatchObject(REQUIRED)
  expect(await mara.refusal(changeEmail, { body: { email: 'neu@beispiel.de' } })).toMatchObject(REQUIRED)
  expect(await mara.refusal(deleteAccount, { body: {} })).toMatchObject(REQUIRED)
  const other = await app.anotherSession(mara)
  await mara.call(confirm, { body: { password: mara.password } })
  expect(await other.refusal(startPasskey, {})).toMatchObject(REQUIRED)
  await mara.call(changePassword, { body: { newPassword } })
  app.passTime(10 * MINUTE_MS)
  expect(await mara.refusal(deleteAccount, { body: {} })).toMatchObject(REQUIRED)
  await mara.call(confirm, { body: { password: newPassword } })
  await mara.call(deleteAccount, { body: {} })
})

test('the current password in the call still counts, and a wrong one does not pass because of a confirmation', async () => {
  const app = await startApp()
  const mara = await confirmed(await app.signIn())
  const newPassword = 'ein ganz anderes Wort'
  const wrong = { currentPassword: 'falsch', newPassword }
  expect((await mara.refusal(changePassword, { body: wrong })).body.code).toBe('WRONG_PASSWORD')
  const tom = await app.signIn()
  await tom.call(changePassword, { body: { currentPassword: tom.password, newPassword } })
})

test('a wrong password says how many attempts are left, and the sixth has to wait', async () => {
  const app = await startApp({ rateLimitFactor: 1 })
  const mara = await app.signIn()
  const texts: string[] = []
  for (let tries = 0; tries < 5; tries += 1)
    texts.push((await mara.refusal(confirm, { body: { password: 'falsch' } })).body.error)
  expect(texts[1]).toBe('Falsches Passwort. Noch 3 Versuche.')
  expect(texts[3]).toBe('Falsches Passwort. Noch 1 Versuch.')
  expect((await mara.refusal(confirm, { body: { password: mara.password } })).status).toBe(429)
})

test('passkey, code and recovery code confirm as well, a code only once', async () => {
  const app = await startApp()
  const mara = await confirmed(await app.signIn())
  const { passkey } = await newPasskey(mara)
  const authenticator = await newAuthenticator(app, mara)
  const [recoveryCode = ''] = authenticator.recoveryCodes
  app.passTime(10 * MINUTE_MS)
  expect(await mara.refusal(startPasskey, {})).toMatchObject(REQUIRED)
  const code = authenticator.code()
  await mara.call(confirm, { body: { code } })
  await mara.call(startPasskey, {})
  expect((await mara.refusal(confirm, { body: { code } })).body.code).toBe('WRONG_CODE')
  app.passTime(10 * MINUTE_MS)
  await mara.call(confirm, { body: { recoveryCode } })
  await mara.call(startPasskey, {})
  expect((await mara.refusal(confirm, { body: { recoveryCode } })).body.code).toBe('WRONG_RECOVERY_CODE')
  app.passTime(10 * MINUTE_MS)
  const { attempt, options } = await mara.call(startConfirmation, {})
  await mara.call(confirm, { body: { attempt, response: passkey.use(options) } })
  await mara.call(startPasskey, {})
  const tom = await app.signIn()
  const foreign = await tom.call(startConfirmation, {})
  const body = { attempt: foreign.attempt, response: passkey.use(foreign.options) }
  expect((await tom.refusal(confirm, { body })).body.code).toBe('PASSKEY_UNKNOWN')
})
