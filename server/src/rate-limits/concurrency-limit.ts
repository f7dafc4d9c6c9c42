import { rateLimited } from '@tonarchiv/contract/refusal'
import { Refused } from '#platform/refused.ts'

/** How many requests of one account, or of one address without an account, may be under way. */
export interface ConcurrencyLimit {
  /**
   * @returns the function to call, once, when the request has ended
   * @throws Refused `rateLimited` when too many are under way
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
