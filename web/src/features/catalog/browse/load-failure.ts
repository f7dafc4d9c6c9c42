import { unauthenticated } from '@tonarchiv/contract/refusal'
import { ApiError, textOf } from '#client/api-error.ts'

/** Why the archive could not be loaded: the server's message where it sent one. See docs/product.md §6.8. */
export function loadFailureText(failure: Error): string {
  if (failure instanceof ApiError && failure.is(unauthenticated)) return 'Nicht angemeldet - bitte anmelden'
  return textOf(failure, 'Die Alben konnten nicht geladen werden.')
}
