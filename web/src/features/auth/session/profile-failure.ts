import type { ApiError } from '#client/api-error.ts'

type Next =
  | { do: 'signOut' }
  /** Retry after this number of milliseconds; until then show `problem`, if there is one. */
  | { do: 'retry'; afterMs: number; isFault: boolean; problem?: string }
  | { do: 'giveUp'; problem: string }

/** Milliseconds. See docs/product.md §5.4. */
const UNREACHABLE_PAUSE = 5000
const OTHER_PAUSE = 2000

/**
 * What follows when the account could not be read: 401 ends the session; an unreachable server is retried
 * every 5 s; any other fault is retried once after 2 s. See docs/product.md §5.4. `faults` counts the
 * previous ones.
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
