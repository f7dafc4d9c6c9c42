import { expect, test } from 'vitest'
import { checkLogin, checkRegistration } from './checks.ts'

const mara = {
  email: 'Mara@Beispiel.DE ',
  username: ' Mara_K',
  password: 'geheimnis',
  confirmPassword: 'geheimnis',
}

test('address and username are sent in lower case', () => {
  expect(checkRegistration(mara)).toMatchObject({
    ok: true,
    data: { email: 'mara@beispiel.de', username: 'mara_k', password: 'geheimnis' },
  })
  expect(checkLogin({ email: mara.email, password: 'x' })).toMatchObject({
    ok: true,
    data: { email: 'mara@beispiel.de', rememberMe: false },
  })
})

test.each([
  [{ confirmPassword: 'geheimnos' }, { confirmPassword: 'Passwörter stimmen nicht überein' }],
  [
    { password: 'kurz', confirmPassword: 'kurz' },
    { password: 'Passwort muss mindestens 6 Zeichen lang sein' },
  ],
  [{ username: '  ' }, { username: 'Benutzername ist erforderlich' }],
  [{ username: 'ab' }, { username: 'Username muss zwischen 3 und 16 Zeichen lang sein' }],
  [
    { username: 'mara k' },
    { username: 'Username darf nur Buchstaben, Zahlen, Unterstriche und Bindestriche enthalten' },
  ],
  [{ email: '' }, { email: 'Bitte gib deine E-Mail-Adresse ein' }],
  [
    { email: 'mara', confirmPassword: 'anders' },
    {
      email: 'Bitte gib eine gültige E-Mail-Adresse ein',
      confirmPassword: 'Passwörter stimmen nicht überein',
    },
  ],
])('a registration with %o is refused at its field', (wrong, fields) => {
  expect(checkRegistration({ ...mara, ...wrong })).toEqual({ ok: false, fields })
})

test('the set-up token is sent with the registration', () => {
  expect(checkRegistration(mara, 'abc')).toMatchObject({ ok: true, data: { setup: 'abc' } })
  expect(checkRegistration(mara)).toHaveProperty('data.setup', undefined)
})

test('a ticked box requests a remembered session', () => {
  expect(checkLogin({ email: mara.email, password: 'x', rememberMe: 'on' })).toMatchObject({
    data: { rememberMe: true },
  })
})
