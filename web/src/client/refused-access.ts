import { emailUnverified, keyRequired, unauthenticated } from '@tonarchiv/contract/refusal'
import type { ApiError } from './api-error.ts'

/** The missing right for which the server has rejected a call. */
export type RefusedAccess = 'session' | 'email' | 'key'

const listeners = new Set<(refused: RefusedAccess) => void>()

/**
 * Subscribes to calls that are rejected for a missing session, verification or key.
 * @returns a function that unsubscribes
 */
export function onRefusedAccess(listener: (refused: RefusedAccess) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Notifies the session about a rejected call, so that it reads the account again. */
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
