import { expect, test } from 'vitest'
import { loginProblem, registerProblem, saidOr } from './wording.ts'

test('the server’s own sentence is shown', () => {
  expect(loginProblem({ text: 'E-Mail oder Passwort ist falsch' })).toBe('E-Mail oder Passwort ist falsch')
  expect(registerProblem({ text: 'Dieser Benutzername ist bereits vergeben' })).toBe(
    'Dieser Benutzername ist bereits vergeben',
  )
})

test('without one the screen says what failed', () => {
  expect(loginProblem({ text: '' })).toBe('Anmeldung fehlgeschlagen')
  expect(registerProblem({ text: '' })).toBe('Registrierung fehlgeschlagen')
})

test('a fault of the mail dispatch is put into words', () => {
  expect(loginProblem({ text: 'email is not defined' })).toBe(
    'Server-Fehler: Bitte versuche es erneut oder kontaktiere den Support.',
  )
  expect(registerProblem({ text: 'email is not defined' })).toMatch(/Bestätigungs-E-Mail/)
})

test('where no answer came the screen says what failed', () => {
  expect(
    saidOr({ requestId: undefined, text: 'server nicht erreichbar' }, 'Fehler beim Senden der E-Mail'),
  ).toBe('Fehler beim Senden der E-Mail')
  expect(saidOr({ requestId: 'a1', text: 'Ungültiger Reset-Link' }, 'Fehler')).toBe('Ungültiger Reset-Link')
})
