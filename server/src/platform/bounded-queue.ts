import { overloaded } from '@tonarchiv/contract/refusal'
import { Refused } from './refused.ts'

/** Runs only a few expensive jobs at a time. A job is rejected at once when too many jobs are queued. */
export interface BoundedQueue {
  /**
   * Runs a job, or queues it. Jobs of different owners alternate, and at most `places` jobs of one owner run at once.
   * Jobs without an owner keep their order.
   * @throws Refused `overloaded` when the queue, or the owner's share of it, is full
   */
  run<T>(work: () => Promise<T>, owner?: string, places?: number): Promise<T>
  /** Number of queued jobs. */
  waiting(): number
}

interface QueueLimits {
  atOnce: number
  waiting: number
  /** Maximum number of queued jobs of one owner, so that one owner cannot fill the queue. */
  waitingPerOwner?: number
}

interface WaitingJob {
  start: () => void
  /** The job starts only when fewer than this number of jobs of its owner are running. */
  places: number
}

export function boundedQueue({ atOnce, waiting, waitingPerOwner = waiting }: QueueLimits): BoundedQueue {
  let running = 0
  let queued = 0
  const runningOf = new Map<string, number>()
  /** The queued jobs by owner, in the order in which the owners are served. */
  const queues = new Map<string | undefined, WaitingJob[]>()
  const isBusy = (owner: string | undefined, places: number) =>
    owner !== undefined && (runningOf.get(owner) ?? 0) >= places

  function take(owner: string | undefined): void {
    running += 1
    if (owner !== undefined) runningOf.set(owner, (runningOf.get(owner) ?? 0) + 1)
  }

  /** Moves the owner to the end of the order in which owners are served. */
  function putLast(owner: string | undefined): void {
    const jobs = queues.get(owner)
    if (jobs === undefined) return
    queues.delete(owner)
    if (jobs.length > 0) queues.set(owner, jobs)
  }

  function release(owner: string | undefined): void {
    running -= 1
    if (owner !== undefined) {
      const left = (runningOf.get(owner) ?? 1) - 1
      if (left > 0) runningOf.set(owner, left)
      else runningOf.delete(owner)
    }
    putLast(owner)
    startNext()
  }

  function startNext(): void {
    for (const [owner, jobs] of queues) {
      const [first] = jobs
      if (first === undefined || isBusy(owner, first.places)) continue
      jobs.shift()
      putLast(owner)
      queued -= 1
      take(owner)
      return first.start()
    }
  }

  /** Waits for the turn of a job. Undefined when the job can start at once. */
  function turnOf(owner: string | undefined, places: number): Promise<void> | undefined {
    if (running < atOnce && !isBusy(owner, places)) {
      take(owner)
      return undefined
    }
    const jobs = queues.get(owner) ?? []
    if (queued >= waiting || (owner !== undefined && jobs.length >= waitingPerOwner)) {
      throw new Refused(overloaded, { retryAfterSeconds: 5 })
    }
    queued += 1
    return new Promise((resolve) => {
      jobs.push({ start: resolve, places })
      queues.set(owner, jobs)
    })
  }

  return {
    waiting: () => queued,
    run: async (work, owner, places = 1) => {
      const turn = turnOf(owner, places)
      if (turn !== undefined) await turn
      try {
        return await work()
      } finally {
        release(owner)
      }
    },
  }
}
