import { ApiError } from '#client/api-error.ts'

/** Why something was refused. */
export interface Refused {
  text: string
  /** After too many tries: how long to wait, until `onOver` takes the sentence away. */
  waitSeconds: number | undefined
  onOver: () => void
}

/** The pause that the server requested after too many tries; undefined for every other failure. Seconds. */
export function waitAfter(failure: unknown): number | undefined {
  return failure instanceof ApiError && failure.status === 429 ? failure.retryAfterSeconds : undefined
}

/** What to say of a failure; after too many tries it counts down until `onOver`. */
export function refusedBy(failure: unknown, text: string, onOver: () => void): Refused {
  return { text, waitSeconds: waitAfter(failure), onOver }
}
