import { changeEmail, login, verifyEmail } from '@tonarchiv/contract/auth'
import { expect, test } from 'vitest'
import { emailTo } from '#testing/emails.ts'
import { confirmed, newAuthenticator, startLogin } from '#testing/second-factor.ts'
import { startApp } from '#testing/start-app.ts'

test('the link that verifies a new address starts no session of an account with a second factor', async () => {
  const app = await startApp()
  const [mara, tom] = [await confirmed(await app.signIn()), await app.signIn()]
  await newAuthenticator(app, mara)
  const tokens = await Promise.all(
    [mara, tom].map(async (member) => {
      const email = `neu-${member.email}`
      await member.call(changeEmail, { body: { email, currentPassword: member.password } })
      const { link } = await emailTo(app, email)
      const answer = await app.call(verifyEmail, { body: { token: link.searchParams.get('token') ?? '' } })
      return answer.token
    }),
  )
  expect(tokens).toEqual([undefined, expect.stringMatching(/^st_/)])
  await startLogin(app, { ...mara, email: `neu-${mara.email}` })
  await app.call(login, { body: { email: `neu-${tom.email}`, password: tom.password } })
})
