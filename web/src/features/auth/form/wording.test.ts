import { describe, expect, test } from 'vitest'
import { ApiError } from '#client/api-error.ts'
import { loginProblem, registerProblem, serverTextOr } from './wording.ts'

test('the server’s own text is shown', () => {
  expect(loginProblem({ text: 'E-Mail oder Passwort ist falsch' })).toBe('E-Mail oder Passwort ist falsch')
  expect(registerProblem({ text: 'Dieser Benutzername ist bereits vergeben' })).toBe(
    'Dieser Benutzername ist bereits vergeben',
  )
})

test('without one the screen shows its own text', () => {
  expect(loginProblem({ text: '' })).toBe('Anmeldung fehlgeschlagen')
  expect(registerProblem({ text: '' })).toBe('Registrierung fehlgeschlagen')
})

test('a fault of sending emails has its own text', () => {
  expect(loginProblem({ text: 'email is not defined' })).toBe(
    'Server-Fehler: Bitte versuche es erneut oder kontaktiere den Support.',
  )
  expect(registerProblem({ text: 'email is not defined' })).toMatch(/Bestätigungs-E-Mail/)
})

describe('a failure is shown', () => {
  const texts = { call: 'Profil-Update fehlgeschlagen', screen: 'Fehler beim Aktualisieren des Profils' }

  test('with the server’s own text', () => {
    const refused = ApiError.of(400, { error: 'Der Name ist zu lang', code: 'VALIDATION', requestId: 'a1' })
    expect(serverTextOr(refused, texts.screen, texts.call)).toBe('Der Name ist zu lang')
  })

  test('with the text of its call when the response has none', () => {
    expect(serverTextOr(ApiError.invalidResponse(500), texts.screen, texts.call)).toBe(texts.call)
    expect(
      serverTextOr(ApiError.of(500, { error: '', code: 'FAULT', requestId: 'a1' }), texts.screen, texts.call),
    ).toBe(texts.call)
  })

  test('with the text of its screen without a response', () => {
    expect(serverTextOr(ApiError.unreachable(), texts.screen, texts.call)).toBe(texts.screen)
    expect(serverTextOr(ApiError.invalidResponse(502), texts.screen, texts.call)).toBe(texts.screen)
  })
})
