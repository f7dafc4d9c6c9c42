import { expect, test } from 'vitest'
import { checkReset, emailRules, forgotRules } from './recovery.ts'

test('an email is only requested with an address', () => {
  expect(forgotRules.errorsIn({ email: '' })).toEqual({ email: 'Bitte gib deine E-Mail-Adresse ein' })
  expect(forgotRules.errorsIn({ email: ' Mara@Beispiel.de ' })).toEqual({})
})

test.each([
  [
    { newPassword: 'kurz', confirmPassword: 'kurz' },
    { newPassword: 'Passwort muss mindestens 6 Zeichen lang sein' },
  ],
  [
    { newPassword: 'lang genug', confirmPassword: 'lang genu' },
    { confirmPassword: 'Passwörter stimmen nicht überein' },
  ],
])('a new password is refused: %j', (values, fields) => {
  expect(checkReset('t', values)).toEqual({ ok: false, fields })
})

test('a new password is sent with the token of the link, without its confirmation', () => {
  const values = { newPassword: 'lang genug', confirmPassword: 'lang genug' }
  expect(checkReset('t', values)).toEqual({ ok: true, data: { token: 't', newPassword: 'lang genug' } })
})

test('the same address again sends nothing', async () => {
  expect(await emailRules('mara@beispiel.de').submit({ email: 'MARA@beispiel.de' })).toEqual({
    kind: 'done',
    isUnchanged: true,
  })
})
