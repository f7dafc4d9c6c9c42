import { emailUnverified, keyRequired, unauthenticated } from '@tonarchiv/contract/refusal'
import type { ApiError } from './api-error.ts'

/** Which right is missing, for a call that the server has rejected. */
export type RefusedAccess = 'session' | 'email' | 'key'

const listeners = new Set<(refused: RefusedAccess) => void>()

/**
 * Subscribes to rejected calls for which a session, a verified email address or an access key is missing.
 * @returns a function that unsubscribes
 */
export function onRefusedAccess(listener: (refused: RefusedAccess) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Reports a rejected call if a right was missing. The session subscribes to that and reads the account again. */
export function emitRefusedAccess(error: ApiError): void {
  const refused = error.is(unauthenticated)
    ? 'session'
    : error.is(emailUnverified)
      ? 'email'
      : error.is(keyRequired)
        ? 'key'
        : undefined
  if (refused === undefined) return
  for (const listener of listeners) listener(refused)
}
