import {
  forgotPassword,
  login,
  requestReset,
  resendVerification,
  resetPassword,
  resetPasswordWithEmail,
  verifyResetToken,
} from '@tonarchiv/contract/auth'
import { getProfile } from '@tonarchiv/contract/users'
import { expect, test } from 'vitest'
import { emailsTo, emailTo } from '#testing/emails.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'

const NEW_PASSWORD = 'ganz neues Passwort'

async function resetToken(app: TestApp, email: string, count = 1): Promise<string> {
  const { link } = await emailTo(app, email, count)
  return link.pathname.replace('/reset-password/', '')
}

test.each([
  [forgotPassword, resetPassword],
  [requestReset, resetPasswordWithEmail],
])('both ways: a link comes by letter, sets the password once and ends all sessions', async (ask, set) => {
  const app = await startApp()
  const mara = await app.signIn()
  await app.call(ask, { body: { email: mara.email } })
  const token = await resetToken(app, mara.email)
  expect(await app.call(verifyResetToken, { params: { token } })).toEqual({ email: mara.email })

  await app.call(set, { body: { token, newPassword: NEW_PASSWORD, email: mara.email } })
  expect((await mara.refusal(getProfile)).status).toBe(401)
  await app.call(login, { body: { email: mara.email, password: NEW_PASSWORD } })
  expect((await app.refusal(login, { body: { email: mara.email, password: mara.password } })).status).toBe(
    401,
  )

  for (const refusal of [
    await app.refusal(set, { body: { token, newPassword: NEW_PASSWORD } }),
    await app.refusal(verifyResetToken, { params: { token } }),
  ]) {
    expect(refusal).toMatchObject({ status: 400, body: { error: 'Ungültiger Reset-Link' } })
  }
})

test('known and unknown addresses get the same response, only known ones an email', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  for (const { path } of [forgotPassword, requestReset, resendVerification]) {
    const answers = await Promise.all(
      [mara.email, 'niemand@beispiel.de'].map(async (email) => {
        const response = await app.fetch(path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email }),
        })
        const { 'x-request-id': _id, date: _date, ...headers } = Object.fromEntries(response.headers)
        return { status: response.status, headers, body: await response.text() }
      }),
    )
    expect(answers[0]).toEqual(answers[1])
  }
  await emailTo(app, mara.email)
  expect(await emailsTo(app, 'niemand@beispiel.de')).toEqual([])
})

test('of twenty uses of one link at the same time exactly one succeeds', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  await app.call(forgotPassword, { body: { email: mara.email } })
  const token = await resetToken(app, mara.email)
  const uses = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      app.call(resetPassword, { body: { token, newPassword: `${NEW_PASSWORD} ${index}` } }),
    ),
  )
  expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('an old link, a replaced link, the address of another account and an invented link are refused', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  const tom = await app.signIn()
  await app.call(forgotPassword, { body: { email: mara.email } })
  const first = await resetToken(app, mara.email)
  app.passTime(61_000)
  await app.call(forgotPassword, { body: { email: mara.email } })
  const second = await resetToken(app, mara.email, 2)
  const refused = async (token: string, email?: string) =>
    (await app.refusal(resetPassword, { body: { token, newPassword: NEW_PASSWORD, email } })).body.code

  expect(await refused(first)).toBe('RESET_LINK_INVALID')
  expect(await refused(second, tom.email)).toBe('RESET_LINK_INVALID')
  expect(await refused('erfunden')).toBe('RESET_LINK_INVALID')
  app.passTime(61 * 60 * 1000)
  expect(await refused(second)).toBe('RESET_LINK_INVALID')
})

test('a password that is too short or too common is reported at its field, and the link stays valid', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  await app.call(forgotPassword, { body: { email: mara.email } })
  const token = await resetToken(app, mara.email)
  const short = await app.refusal(resetPassword, { body: { token, newPassword: '12345' } })
  expect(short.body.fields).toEqual({ newPassword: 'Passwort muss mindestens 6 Zeichen lang sein' })
  const common = await app.refusal(resetPassword, { body: { token, newPassword: 'password1' } })
  expect(common.body.fields).toEqual({ newPassword: 'Dieses Passwort ist zu leicht zu erraten' })
  await app.call(resetPassword, { body: { token, newPassword: NEW_PASSWORD } })
})

test('an unknown address causes the same writes as an account, but no email', async () => {
  const app = await startApp()
  await app.call(forgotPassword, { body: { email: 'niemand@beispiel.de' } })
  await app.call(resendVerification, { body: { email: 'niemand@beispiel.de' } })
  const { db } = app.services
  const links = await db
    .selectFrom('linkTokens')
    .select(['purpose', 'userId', 'email'])
    .orderBy('purpose')
    .execute()
  expect(links).toEqual([
    { purpose: 'reset-password', userId: null, email: null },
    { purpose: 'verify-email', userId: null, email: null },
  ])
  expect(await db.selectFrom('letters').select('id').execute()).toEqual([])
})
