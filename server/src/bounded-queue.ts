import { overloaded } from '@tonarchiv/contract/refusal'
import { Refused } from '#refused.ts'

/** Runs costly work a few at a time; a call that would wait behind too many is rejected at once. */
export interface BoundedQueue {
  /**
   * Work with an `owner` takes turns with that of other owners, and one owner's work runs one after the other; work
   * without one keeps its order. @throws Refused `overloaded` when the queue is full
   */
  run<T>(work: () => Promise<T>, owner?: string): Promise<T>
  /** How many wait for their turn. */
  waiting(): number
}

export function boundedQueue({ atOnce, waiting }: { atOnce: number; waiting: number }): BoundedQueue {
  let running = 0
  let queued = 0
  const busyOwners = new Set<string>()
  /** In the order in which the owners have their turn. */
  const queues = new Map<string | undefined, (() => void)[]>()
  const isBusy = (owner: string | undefined) => owner !== undefined && busyOwners.has(owner)

  function take(owner: string | undefined): void {
    running += 1
    if (owner !== undefined) busyOwners.add(owner)
  }

  /** All others have their turn before this one. */
  function putLast(owner: string | undefined): void {
    const starts = queues.get(owner)
    if (starts === undefined) return
    queues.delete(owner)
    if (starts.length > 0) queues.set(owner, starts)
  }

  function release(owner: string | undefined): void {
    running -= 1
    if (owner !== undefined) busyOwners.delete(owner)
    putLast(owner)
    const next = [...queues.keys()].find((waitingOwner) => !isBusy(waitingOwner))
    const start = queues.get(next)?.shift()
    if (start === undefined) return
    putLast(next)
    queued -= 1
    take(next)
    start()
  }

  /** Undefined when there is a place at once. */
  function turnOf(owner: string | undefined): Promise<void> | undefined {
    if (running < atOnce && !isBusy(owner)) {
      take(owner)
      return undefined
    }
    if (queued >= waiting) throw new Refused(overloaded, { retryAfterSeconds: 5 })
    queued += 1
    return new Promise((resolve) => {
      const starts = queues.get(owner) ?? []
      starts.push(resolve)
      queues.set(owner, starts)
    })
  }

  return {
    waiting: () => queued,
    run: async (work, owner) => {
      const turn = turnOf(owner)
      if (turn !== undefined) await turn
      try {
        return await work()
      } finally {
        release(owner)
      }
    },
  }
}
