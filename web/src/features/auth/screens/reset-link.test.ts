import { invalidResetLink } from '@tonarchiv/contract/auth'
import { expect, test } from 'vitest'
import { ApiError } from '#client/api-error.ts'
import { linkProblem } from './reset-link.ts'

test('an unknown link is distinguished from one that could not be checked', () => {
  expect(linkProblem(new ApiError(invalidResetLink))).toBe('Ungültiger Reset-Link')
  expect(linkProblem(new ApiError({ status: 400, code: 'VALIDATION', text: 'Ungültige Anfrage' }))).toBe(
    'Ungültiger Reset-Link',
  )
  expect(linkProblem(ApiError.unreachable())).toBe('Token Verifizierung fehlgeschlagen')
  expect(linkProblem(new TypeError('x is not a function'))).toBe('Token Verifizierung fehlgeschlagen')
})
