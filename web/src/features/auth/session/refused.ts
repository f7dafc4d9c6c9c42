import { ApiError } from '#client/api-error.ts'

/** Why a call was rejected, as a form shows it. */
export interface Refused {
  text: string
  /**
   * Seconds to wait after too many attempts, otherwise undefined. `onOver` is called after that time and removes the
   * text.
   */
  waitSeconds: number | undefined
  onOver: () => void
}

/** The seconds that the server requests to wait after too many attempts; undefined for every other failure. */
export function waitAfter(failure: unknown): number | undefined {
  return failure instanceof ApiError && failure.status === 429 ? failure.retryAfterSeconds : undefined
}

/** The error to show for a failed call. After too many attempts, a countdown is shown until `onOver` is called. */
export function refusedBy(failure: unknown, text: string, onOver: () => void): Refused {
  return { text, waitSeconds: waitAfter(failure), onOver }
}
