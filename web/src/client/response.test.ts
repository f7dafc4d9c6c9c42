import { emailUnverified, unauthenticated } from '@tonarchiv/contract/refusal'
import { login, logout } from '@tonarchiv/contract/auth'
import { expect, test } from 'vitest'
import { splitPath, readResponse } from './response.ts'
import { ApiError, textOf } from './api-error.ts'

function failureOf(status: number, body: string, route: typeof login | typeof logout = logout): unknown {
  try {
    return readResponse(route, status, body)
  } catch (failure) {
    return failure
  }
}

test('a response is parsed with the schema of its route, and undeclared fields are dropped', () => {
  expect(readResponse(logout, 200, '{"success":true,"more":1}')).toEqual({ success: true })
})

test('a refusal contains its code, text and fields', () => {
  const body = {
    error: 'Email nicht verifiziert',
    code: 'EMAIL_UNVERIFIED',
    requestId: 'r1',
    email: 'mara@beispiel.de',
    fields: { email: 'nicht verifiziert' },
  }
  const failure = failureOf(403, JSON.stringify(body), login)
  expect(failure).toBeInstanceOf(ApiError)
  expect(failure).toMatchObject({
    status: 403,
    text: 'Email nicht verifiziert',
    email: 'mara@beispiel.de',
    requestId: 'r1',
    fields: { email: 'nicht verifiziert' },
  })
  expect(failure instanceof ApiError && failure.is(emailUnverified)).toBe(true)
  expect(failure instanceof ApiError && failure.is(unauthenticated)).toBe(false)
})

test.each([
  ['an answer that is not the contract’s', 200, '{"success":"ja"}', 'Ungültige Antwort vom Server'],
  ['no JSON at all', 200, '<!doctype html>', 'Ungültige Antwort vom Server'],
  ['an error of another server', 418, '{"message":"teapot"}', 'Ungültige Antwort vom Server'],
  [
    'a gateway without a server behind it',
    502,
    '<html>Bad Gateway</html>',
    'server nicht erreichbar, versuche es später erneut',
  ],
])('%s becomes a sentence', (_what, status, body, text) => {
  expect(failureOf(status, body)).toMatchObject({ status, text })
})

test('an error without our format has the fallback text', () => {
  expect(textOf(new TypeError('x is not a function'), 'Das ging nicht')).toBe('Das ging nicht')
  expect(textOf(ApiError.unreachable(), 'Das ging nicht')).toBe(
    'server nicht erreichbar, versuche es später erneut',
  )
})

test('a call without input has no parts', () => {
  expect(splitPath(undefined)).toEqual({})
  expect(splitPath({ body: { a: 1 } })).toEqual({ body: { a: 1 } })
})

test('a rate-limited response contains the time to wait', () => {
  const body = JSON.stringify({ error: 'Zu viele Versuche', code: 'RATE_LIMITED', requestId: 'r1' })
  expect(() => readResponse(logout, 429, body, '42')).toThrow(
    expect.objectContaining({ retryAfterSeconds: 42 }),
  )
  expect(() => readResponse(logout, 429, body, null)).toThrow(
    expect.objectContaining({ retryAfterSeconds: undefined }),
  )
})
