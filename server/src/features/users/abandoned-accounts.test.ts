import { changeEmail, register, resendVerification, verifyEmail } from '@tonarchiv/contract/auth'
import { expect, test } from 'vitest'
import { emailTo } from '#testing/emails.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'
import { deleteAbandonedAccounts } from './abandoned-accounts.ts'

const DAY_MS = 24 * 60 * 60 * 1000

async function usernames(app: TestApp): Promise<string[]> {
  const rows = await app.services.db.selectFrom('users').select('username').orderBy('username').execute()
  return rows.map(({ username }) => username)
}

function newcomer(name: string) {
  return { email: `${name}@beispiel.de`, username: name, password: 'ein gutes Passwort' }
}

test('an account that was never verified is deleted after thirty days; its name and address are free again', async () => {
  const app = await startApp()
  await app.call(register, { body: newcomer('nie') })
  await app.call(register, { body: newcomer('gleich') })
  const { link } = await emailTo(app, 'gleich@beispiel.de')
  await app.call(verifyEmail, { body: { token: link.searchParams.get('token') ?? '' } })

  app.passTime(30 * DAY_MS - 60_000)
  await deleteAbandonedAccounts(app.services)
  expect(await usernames(app)).toEqual(['gleich', 'nie'])
  app.passTime(2 * 60_000)
  await deleteAbandonedAccounts(app.services)
  expect(await usernames(app)).toEqual(['gleich'])
  await app.call(register, { body: newcomer('nie') })
})

test('a member who never verified a new address stays a member', async () => {
  const app = await startApp()
  const mara = await app.signIn({ username: 'mara' })
  await mara.call(changeEmail, { body: { email: 'tippfehler@beispiel.de', currentPassword: mara.password } })
  app.passTime(400 * DAY_MS)
  await deleteAbandonedAccounts(app.services)
  expect(await usernames(app)).toEqual(['mara'])
  await app.call(resendVerification, { body: { email: 'tippfehler@beispiel.de' } })
})
