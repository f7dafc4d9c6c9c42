import { keyRequired, serverFault, unauthenticated } from '@tonarchiv/contract/refusal'
import { expect, test } from 'vitest'
import { ApiError } from '#client/api-error.ts'
import { listProblem } from './api.ts'

test.each([
  [new ApiError(unauthenticated), 'Nicht authentifiziert'],
  [new ApiError(keyRequired), 'Du brauchst einen Zugangsschlüssel um diesen Inhalt zu nutzen'],
  [new ApiError(serverFault), serverFault.text],
  [new TypeError('x is not a function'), 'Die Videos konnten nicht geladen werden.'],
])('why there are no videos is said in words: %s', (failure, text) => {
  expect(listProblem(failure)).toBe(text)
})
