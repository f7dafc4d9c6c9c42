import { login } from '@tonarchiv/contract/auth'
import { redeemAccessKey } from '@tonarchiv/contract/access-keys'
import { expect, test } from 'vitest'
import { runArchive, settingsOf } from '#testing/command-line.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'

/** Runs the command line on the data of the running server. */
const archive = async (app: TestApp, ...words: string[]) => runArchive(settingsOf(app), ...words)

test('the operator makes an account, which can log in, and makes it an admin', async () => {
  const app = await startApp()
  const made = await archive(app, 'user', 'Mara@Beispiel.de', 'Mara')
  expect(made).toMatchObject({
    code: 0,
    output: expect.stringContaining('Account mara (mara@beispiel.de) is ready.'),
  })
  const password = /Password: (\S+)/.exec(made.output)?.[1] ?? ''
  const before = await app.call(login, { body: { email: 'mara@beispiel.de', password } })
  expect(before.user).toMatchObject({ isAdmin: false, emailVerified: true })
  expect((await archive(app, 'admin', 'mara@beispiel.de')).output).toContain('mara is an admin now.')
  expect((await app.call(login, { body: { email: 'mara@beispiel.de', password } })).user.isAdmin).toBe(true)
})

test('the operator makes keys, one a line, and each of them opens the archive', async () => {
  const app = await startApp()
  const keys = (await archive(app, 'key', '3')).output.trim().split('\n')
  expect(new Set(keys).size).toBe(3)
  for (const key of keys) {
    const member = await app.signIn({ hasKey: false })
    await member.call(redeemAccessKey, { body: { key, uid: member.id } })
  }
})

test('a username that is taken is reported', async () => {
  const app = await startApp()
  await archive(app, 'user', 'mara@beispiel.de', 'mara')
  const again = await archive(app, 'user', 'andere@beispiel.de', 'mara')
  expect(again).toMatchObject({ code: 1, output: expect.stringContaining('sind schon vergeben') })
})
