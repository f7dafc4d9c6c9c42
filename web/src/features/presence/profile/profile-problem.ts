import { ApiError } from '#client/api-error.ts'
import { serverTextOr } from '#features/auth/index.ts'

const FAILED = 'Fehler beim Aktualisieren des Profils'
const CALL_FAILED = 'Profil-Update fehlgeschlagen'

/** The error text for a profile that could not be saved. See docs/product.md §16.2. */
export function profileProblem(failure: unknown): string {
  return failure instanceof ApiError ? serverTextOr(failure, FAILED, CALL_FAILED) : FAILED
}
