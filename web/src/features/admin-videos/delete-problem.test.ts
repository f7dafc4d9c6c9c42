import { forbidden, serverFault, unauthenticated } from '@tonarchiv/contract/refusal'
import { expect, test } from 'vitest'
import { ApiError } from '#client/api-error.ts'
import { deleteProblem } from './delete-problem.ts'

test.each([
  [new ApiError(unauthenticated), 'Nicht authentifiziert'],
  [new ApiError(forbidden), 'Keine Berechtigung zum Löschen'],
  [new ApiError(serverFault), serverFault.text],
  [new TypeError('x is not a function'), 'unbekannter Fehler'],
])('why a video stays is said in words: %s', (failure, reason) => {
  expect(deleteProblem(failure)).toBe(`Fehler beim Löschen des Videos: ${reason}`)
})
