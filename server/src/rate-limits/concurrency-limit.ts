import { rateLimited } from '@tonarchiv/contract/refusal'
import { Refused } from '#platform/refused.ts'

/** Limits the number of running requests of one account, or of one address for requests without an account. */
export interface ConcurrencyLimit {
  /**
   * Counts a request.
   * @returns a function to call once when the request has ended
   * @throws Refused `rateLimited` when too many requests are running
   */
  enter(by: string): () => void
}

export function concurrencyLimit(atOnce: number, retryAfterSeconds: number): ConcurrencyLimit {
  const running = new Map<string, number>()

  function leave(by: string): void {
    const left = (running.get(by) ?? 1) - 1
    if (left === 0) running.delete(by)
    else running.set(by, left)
  }

  return {
    enter: (by) => {
      const others = running.get(by) ?? 0
      if (others >= atOnce)
        throw new Refused(rateLimited, { values: { n: retryAfterSeconds }, retryAfterSeconds })
      running.set(by, others + 1)
      return () => leave(by)
    },
  }
}
