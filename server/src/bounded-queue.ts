import { overloaded } from '@tonarchiv/contract/refusal'
import { Refused } from '#refused.ts'

/** Runs costly work a few at a time; who would wait behind too many is refused at once. */
export interface BoundedQueue {
  /** @throws Refused `overloaded` when the queue is full */
  run<T>(work: () => Promise<T>): Promise<T>
  /** How many wait for their turn. */
  waiting(): number
}

export function boundedQueue({ atOnce, waiting }: { atOnce: number; waiting: number }): BoundedQueue {
  let running = 0
  const queue: (() => void)[] = []
  return {
    waiting: () => queue.length,
    run: async (work) => {
      if (running < atOnce) {
        running += 1
      } else {
        if (queue.length >= waiting) throw new Refused(overloaded, { retryAfterSeconds: 5 })
        // Whoever ends hands its place on, so `running` stays as it is.
        await new Promise<void>((resolve) => queue.push(resolve))
      }
      try {
        return await work()
      } finally {
        const next = queue.shift()
        if (next === undefined) running -= 1
        else next()
      }
    },
  }
}
