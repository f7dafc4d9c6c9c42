import {
  changeEmail,
  deleteAccount,
  forgotPassword,
  login,
  register,
  resetPassword,
  resetPasswordWithEmail,
  restoreEmail,
  verifyEmail,
  verifyEmailByLink,
  verifyResetToken,
} from '@tonarchiv/contract/auth'
import { expect, test } from 'vitest'
import { emailTo } from '#testing/emails.ts'
import { type RefusedResponse, startApp, type TestApp } from '#testing/start-app.ts'

const DAY = 24 * 60 * 60 * 1000
const NEW_PASSWORD = 'ganz neues Passwort'

/** For each kind of link, the calls that use its token, and the refusal for an invalid one. */
const USES = {
  verify: {
    text: 'E-Mail-Verifizierung fehlgeschlagen',
    calls: [
      (app: TestApp, token: string) => app.refusal(verifyEmail, { body: { token } }),
      (app: TestApp, token: string) => app.refusal(verifyEmailByLink, { query: { token, format: 'json' } }),
    ],
  },
  reset: {
    text: 'Ungültiger Reset-Link',
    calls: [
      (app: TestApp, token: string) => app.refusal(verifyResetToken, { params: { token } }),
      (app: TestApp, token: string) =>
        app.refusal(resetPassword, { body: { token, newPassword: NEW_PASSWORD } }),
      (app: TestApp, token: string) =>
        app.refusal(resetPasswordWithEmail, { body: { token, newPassword: NEW_PASSWORD } }),
    ],
  },
  restore: {
    text: 'Dieser Link ist ungültig oder abgelaufen',
    calls: [(app: TestApp, token: string) => app.refusal(restoreEmail, { body: { token } })],
  },
} satisfies Record<
  string,
  { text: string; calls: ((app: TestApp, token: string) => Promise<RefusedResponse>)[] }
>
const KINDS = ['verify', 'reset', 'restore'] as const
type Kind = (typeof KINDS)[number]

async function expectUseless(app: TestApp, kind: Kind, token: string): Promise<void> {
  const { text, calls } = USES[kind]
  for (const use of calls) {
    const { status, body } = await use(app, token)
    expect([status, body.error]).toEqual([400, text])
  }
}

/** A new link of this kind, and the account to which it belongs. */
async function newLink(app: TestApp, kind: Kind) {
  const mara = await app.signIn({ emailVerified: kind !== 'verify' })
  if (kind === 'reset') await app.call(forgotPassword, { body: { email: mara.email } })
  else await mara.call(changeEmail, { body: { email: `neu-${mara.email}`, currentPassword: mara.password } })
  const { link } = await emailTo(app, kind === 'verify' ? `neu-${mara.email}` : mara.email)
  const token = link.searchParams.get('token') ?? link.pathname.split('/').at(-1) ?? ''
  return { mara, token }
}

test.each(KINDS)('a link (%s) of an account that is gone is good for nothing', async (kind) => {
  const app = await startApp()
  const { mara, token } = await newLink(app, kind)
  await mara.call(deleteAccount, { body: { password: mara.password } })
  await expectUseless(app, kind, token)
  // The link is also invalid for a new account with the same name and address.
  await app.call(register, {
    body: { email: mara.email, username: mara.username, password: NEW_PASSWORD },
  })
  await expectUseless(app, kind, token)
})

test.each(KINDS)('an old link (%s) is good for nothing', async (kind) => {
  const app = await startApp()
  const { token } = await newLink(app, kind)
  app.passTime(8 * DAY)
  await expectUseless(app, kind, token)
})

test.each(KINDS)('a link is good only for what it was sent for (%s)', async (kind) => {
  const app = await startApp()
  const { token } = await newLink(app, kind)
  for (const other of KINDS.filter((one) => one !== kind)) await expectUseless(app, other, token)
})

test('a link used twice: reset and restore are rejected, verification reports that it is done', async () => {
  const app = await startApp()
  const reset = await newLink(app, 'reset')
  await app.call(resetPassword, { body: { token: reset.token, newPassword: NEW_PASSWORD } })
  await expectUseless(app, 'reset', reset.token)

  const restore = await newLink(app, 'restore')
  await app.call(restoreEmail, { body: { token: restore.token } })
  await expectUseless(app, 'restore', restore.token)

  const verify = await newLink(app, 'verify')
  const first = await app.call(verifyEmail, { body: { token: verify.token } })
  expect(first.token).toBeDefined()
  const second = await app.call(verifyEmail, { body: { token: verify.token } })
  expect([second.success, second.token]).toEqual([true, undefined])
})

test('twenty uses of a verification link and twenty logins at the same moment all succeed', async () => {
  const app = await startApp()
  const { mara, token } = await newLink(app, 'verify')
  const uses = Array.from({ length: 20 }, () => app.call(verifyEmail, { body: { token } }))
  expect((await Promise.all(uses)).filter((answer) => answer.token !== undefined)).toHaveLength(1)
  const { user } = await app.call(login, {
    body: { email: `neu-${mara.email}`, password: mara.password },
  })
  expect(user.emailVerified).toBe(true)
})

test('the database contains no link as it was sent', async () => {
  const app = await startApp()
  const tokens = await Promise.all(KINDS.map(async (kind) => (await newLink(app, kind)).token))
  const rows = JSON.stringify(await app.services.db.selectFrom('linkTokens').selectAll().execute())
  for (const token of tokens) {
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(rows).not.toContain(token)
  }
})
