import { forbidden, unauthenticated } from '@tonarchiv/contract/refusal'
import { ApiError, textOf } from '#client/api-error.ts'

/** The error text for a video that could not be deleted. See docs/product.md §17.6. */
export function deleteProblem(failure: unknown): string {
  return `Fehler beim Löschen des Videos: ${reasonOf(failure)}`
}

function reasonOf(failure: unknown): string {
  if (failure instanceof ApiError && failure.is(unauthenticated)) return 'Nicht authentifiziert'
  if (failure instanceof ApiError && failure.is(forbidden)) return 'Keine Berechtigung zum Löschen'
  return textOf(failure, 'unbekannter Fehler')
}
