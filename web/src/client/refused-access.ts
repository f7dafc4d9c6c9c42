import { emailUnverified, keyRequired, unauthenticated } from '@tonarchiv/contract/refusal'
import type { ApiError } from './api-error.ts'

/** What a gate of the server said that the session believed to be open. */
export type RefusedAccess = 'session' | 'email' | 'key'

const listeners = new Set<(refused: RefusedAccess) => void>()

/** Calls back when the server refuses a call for want of a session, a verified address or a key. Returns the way to stop. */
export function onRefusedAccess(listener: (refused: RefusedAccess) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tells the session about a refusal, so that it reads the account again. */
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
