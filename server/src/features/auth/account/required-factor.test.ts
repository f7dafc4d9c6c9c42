import { listAccessKeys } from '@tonarchiv/contract/access-keys'
import { login } from '@tonarchiv/contract/auth'
import {
  loginWithPasskey,
  readFactors,
  readSecondFactor,
  removeAuthenticator,
  removePasskey,
  startPasskeyLogin,
} from '@tonarchiv/contract/factors'
import { listAlbumMarks } from '@tonarchiv/contract/catalog'
import { getProfile } from '@tonarchiv/contract/users'
import { expect, test } from 'vitest'
import { confirmed, newAuthenticator, newPasskey, startLogin } from '#testing/second-factor.ts'
import { startApp } from '#testing/start-app.ts'
import { emailTo } from '#testing/emails.ts'
import { resetFactors } from './factors.ts'

const LACKING = { status: 403, body: { code: 'ADMIN_FACTOR_REQUIRED' } }

test('where the operator requires it, an admin without a second factor can only set one up', async () => {
  const app = await startApp({ adminsNeedFactor: true })
  const admin = await app.signIn({ isAdmin: true, hasKey: false })
  expect(await admin.refusal(listAccessKeys, { query: {} })).toMatchObject(LACKING)
  expect(await admin.refusal(listAlbumMarks, { query: { sort: 'title' } })).toMatchObject(LACKING)
  await admin.call(getProfile, {})
  expect(await admin.call(readFactors, {})).toMatchObject({ isRequired: true })
  await newAuthenticator(app, await confirmed(admin))
  await admin.call(listAccessKeys, { query: {} })
  const member = await app.signIn()
  await member.call(listAlbumMarks, { query: { sort: 'title' } })
  expect(await member.call(readFactors, {})).toMatchObject({ isRequired: false })
})

test('the last factor of such an admin stays, and another one may replace it', async () => {
  const app = await startApp({ adminsNeedFactor: true })
  const admin = await confirmed(await app.signIn({ isAdmin: true }))
  await newAuthenticator(app, admin)
  expect((await admin.refusal(removeAuthenticator, {})).body.code).toBe('FACTOR_REQUIRED')
  const { id } = await newPasskey(admin)
  await admin.call(removeAuthenticator, {})
  expect((await admin.refusal(removePasskey, { params: { id } })).body.code).toBe('FACTOR_REQUIRED')
  await admin.call(listAccessKeys, { query: {} })
})

test('the password alone is not enough for an admin whose only factor is a passkey', async () => {
  const app = await startApp({ adminsNeedFactor: true })
  const admin = await confirmed(await app.signIn({ isAdmin: true }))
  const { passkey } = await newPasskey(admin)
  const halfSession = await startLogin(app, admin)
  expect((await app.call(readSecondFactor, { body: { halfSession } })).methods).toEqual(['passkey'])
  const { attempt, options } = await app.call(startPasskeyLogin, {})
  await app.call(loginWithPasskey, { body: { attempt, response: passkey.use(options) } })
})

test('after a reset by the operator the password suffices, and the owner is notified', async () => {
  const app = await startApp()
  const mara = await confirmed(await app.signIn())
  await newPasskey(mara)
  await newAuthenticator(app, mara)
  await resetFactors(app.services, mara.id)
  await app.call(login, { body: { email: mara.email, password: mara.password } })
  const { source } = await emailTo(app, mara.email, 3)
  expect(source).toContain('Betreiber des Archivs')
})
