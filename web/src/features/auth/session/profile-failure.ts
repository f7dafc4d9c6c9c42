import type { ApiError } from '#client/api-error.ts'

type Next =
  | { do: 'signOut' }
  /** Retry after `afterMs` milliseconds. If there is a `problem`, it is shown until then. */
  | { do: 'retry'; afterMs: number; isFault: boolean; problem?: string }
  | { do: 'giveUp'; problem: string }

/**
 * Milliseconds before a retry: while the server cannot be reached, and after any other error. See docs/product.md §5.4.
 */
const UNREACHABLE_PAUSE = 5000
const OTHER_PAUSE = 2000
/**
 * After this many attempts, retries come after longer, random times in milliseconds, so that not all browsers reconnect
 * at the same moment.
 */
const FREQUENT_ATTEMPTS = 12
const LATER_PAUSE = { least: 22_500, most: 30_000 }

interface Earlier {
  /** Number of failed attempts in which the server has answered with an error. */
  faults: number
  attempts: number
}

/**
 * Decides what happens when the account could not be read. 401 ends the session. While the server cannot be reached, it
 * is called every 5 s and, after the first minute, about every 30 s. After any other error it is called once more,
 * after 2 s. See docs/product.md §5.4.
 */
export function afterFailure(
  { status, text }: Pick<ApiError, 'status' | 'text'>,
  { faults, attempts }: Earlier,
  random: () => number = Math.random,
): Next {
  if (status === 401) return { do: 'signOut' }
  if (status === 0 || (status >= 502 && status <= 504)) {
    const { least, most } = LATER_PAUSE
    return {
      do: 'retry',
      afterMs: attempts < FREQUENT_ATTEMPTS ? UNREACHABLE_PAUSE : least + random() * (most - least),
      isFault: false,
      problem: 'server nicht erreichbar, versuche es später erneut',
    }
  }
  return faults === 0 ? { do: 'retry', afterMs: OTHER_PAUSE, isFault: true } : { do: 'giveUp', problem: text }
}
