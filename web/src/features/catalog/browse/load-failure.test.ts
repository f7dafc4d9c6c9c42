import { unauthenticated } from '@tonarchiv/contract/refusal'
import { expect, test } from 'vitest'
import { ApiError } from '#client/api-error.ts'
import { loadFailureText } from './load-failure.ts'

const said = (status: number, code: string, error: string) =>
  ApiError.of(status, { error, code, requestId: 'a1' })

test.each([
  [
    'somebody who is not logged in',
    said(401, unauthenticated.code, 'x'),
    'Nicht angemeldet - bitte anmelden',
  ],
  ['an answer that is none', ApiError.invalidResponse(200), 'Ungültige Antwort vom Server'],
  ['a server with something to say', said(503, 'OVERLOADED', 'Server überlastet'), 'Server überlastet'],
  ['a server that is away', ApiError.unreachable(), 'server nicht erreichbar, versuche es später erneut'],
  ['anything else', new TypeError('x is not a function'), 'Die Alben konnten nicht geladen werden.'],
])('an archive that could not be loaded says why: %s', (_case, failure, text) => {
  expect(loadFailureText(failure)).toBe(text)
})
