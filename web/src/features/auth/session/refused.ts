import { ApiError } from '#client/api-error.ts'

/** Why a call was rejected. */
export interface Refused {
  text: string
  /** After too many attempts: the time to wait, until `onOver` removes the text. */
  waitSeconds: number | undefined
  onOver: () => void
}

/**
 * The pause in seconds that the server requests after too many attempts; undefined for every other failure.
 */
export function waitAfter(failure: unknown): number | undefined {
  return failure instanceof ApiError && failure.status === 429 ? failure.retryAfterSeconds : undefined
}

/** The error to show; after too many attempts with a countdown until `onOver`. */
export function refusedBy(failure: unknown, text: string, onOver: () => void): Refused {
  return { text, waitSeconds: waitAfter(failure), onOver }
}
