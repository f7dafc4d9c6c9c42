import type { ApiError } from '#client/api-error.ts'

type Next =
  | { do: 'signOut' }
  /** Try again after so many milliseconds and say meanwhile what is wrong, if there is something to say. */
  | { do: 'retry'; afterMs: number; isFault: boolean; problem?: string }
  | { do: 'giveUp'; problem: string }

/** Milliseconds. See docs/product.md §5.4. */
const UNREACHABLE_PAUSE = 5000
const OTHER_PAUSE = 2000

/**
 * What follows when the account could not be read: 401 ends the session; a server that is not reached is
 * asked again every 5 s; anything else, a fault, once more after 2 s. See docs/product.md §5.4. `faults` counts those
 * before this one.
 */
export function afterFailure({ status, text }: Pick<ApiError, 'status' | 'text'>, faults: number): Next {
  if (status === 401) return { do: 'signOut' }
  if (status === 0 || (status >= 502 && status <= 504)) {
    return {
      do: 'retry',
      afterMs: UNREACHABLE_PAUSE,
      isFault: false,
      problem: 'server nicht erreichbar, versuche es später erneut',
    }
  }
  return faults === 0 ? { do: 'retry', afterMs: OTHER_PAUSE, isFault: true } : { do: 'giveUp', problem: text }
}
