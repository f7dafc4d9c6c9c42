import { expect, test } from 'vitest'
import { checkPasswordChange, checkUsername, profileRules } from './rules.ts'

test.each([
  ['ab', 'Username muss zwischen 3 und 16 Zeichen lang sein'],
  ['a'.repeat(17), 'Username muss zwischen 3 und 16 Zeichen lang sein'],
  ['jonas w', 'Username darf nur Buchstaben, Zahlen, Unterstriche und Bindestriche enthalten'],
  ['jönas', 'Username darf nur Buchstaben, Zahlen, Unterstriche und Bindestriche enthalten'],
  ['', 'Benutzername ist erforderlich'],
])('the username „%s“ is refused', (username, text) => {
  expect(checkUsername(username, 'jonas')).toEqual({ ok: false, fields: { username: text } })
})

test('a username is trimmed and lower-cased; an unchanged one is not checked', () => {
  expect(checkUsername(' Jonas_W ', 'jonas')).toEqual({ ok: true, data: { username: 'jonas_w' } })
  expect(checkUsername('x', 'x')).toEqual({ ok: true, data: { username: 'x' } })
})

test('a new password: each error is at its field', () => {
  expect(checkPasswordChange({ newPassword: 'kurz', confirmPassword: 'kürz' })).toEqual({
    ok: false,
    fields: {
      newPassword: 'Neues Passwort muss mindestens 6 Zeichen lang sein',
      confirmPassword: 'Neue Passwörter stimmen nicht überein',
    },
  })
  const right = { newPassword: 'geheimer', confirmPassword: 'geheimer' }
  expect(checkPasswordChange(right)).toEqual({ ok: true, data: { newPassword: 'geheimer' } })
})

test('a profile needs a name; its texts have a maximum length', () => {
  expect(
    profileRules.errorsIn({ displayName: ' ', bio: 'a'.repeat(501), customStatus: 'a'.repeat(81) }),
  ).toEqual({
    displayName: 'Dieses Feld ist erforderlich',
    bio: 'Höchstens 500 Zeichen sind erlaubt',
    customStatus: 'Höchstens 80 Zeichen sind erlaubt',
  })
})
