import { unauthenticated } from '@tonarchiv/contract/refusal'
import { describe, expect, test } from 'vitest'
import { ApiError } from '#client/api-error.ts'
import { lengthOfAlbum, loadFailureText, resultText, yearAndType } from './wording.ts'

test('an album shows its year, type and duration', () => {
  expect(yearAndType({ releaseJahr: 2024, type: 'ep' })).toBe('2024 · EP')
  expect(yearAndType({ releaseJahr: 'unknown', type: 'loosies' })).toBe('Loosies')
  const tracks = [
    { id: 'a', title: 'A', duration: 2000 },
    { id: 'b', title: 'B', duration: 716 },
  ]
  expect(lengthOfAlbum({ tracks })).toBe('2\u00A0Tracks, 45\u00A0Min.')
  expect(lengthOfAlbum({ tracks: [{ id: 'c', title: 'C', duration: 0 }] })).toBe('1\u00A0Track')
})

describe('the result text', () => {
  test.each([
    [0, '', '0 Resultate gefunden'],
    [1, '', '1 Resultat gefunden'],
    [10_000, '', '10.000 Resultate gefunden'],
    [1, 'süß', '1 result found for „süß“'],
    [12, 'süß', '12 results found for „süß“'],
  ])('%d found for "%s"', (total, search, text) => {
    expect(resultText(total, search)).toBe(text)
  })
})

const said = (status: number, code: string, error: string) =>
  ApiError.of(status, { error, code, requestId: 'a1' })

test.each([
  [
    'a visitor who is not logged in',
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
