import { backgroundWorker } from './background-worker.ts'

/**
 * How often the database is searched for due work. A command that runs beside the server can add work, but cannot wake
 * the server.
 */
const LOOK_EVERY_MS = 60_000
/** A claim that was not renewed for this time is invalid, because its process has probably ended. */
const CLAIM_MS = 90_000
const RENEW_EVERY_MS = 30_000

/** A claim of one job by one process of the installation. Its times are ISO 8601. */
export interface Claim {
  at: string
  until: string
}

/** Jobs that the processes of an installation share. Their state is in rows of the database. */
export interface ClaimableWork<Due> {
  /** The next job that no process has claimed. */
  findDue: (at: string) => Promise<Due | undefined>
  /**
   * Claims a job.
   * @returns false when another process was faster
   */
  claim: (due: Due, claim: Claim) => Promise<boolean>
  renew: (due: Due, until: string) => Promise<void>
  /**
   * Does a job and ends its claim.
   * @returns whether to look for the next job at once, or later
   */
  run: (due: Due, signal: AbortSignal) => Promise<'next' | 'later'>
}

/** Does claimed jobs in the background, one after the other. */
export interface ClaimedWork {
  /** Looks for due work now. */
  wake(): void
  /** Resolves when there is no due job. */
  idle(): Promise<void>
  /** Aborts the running job. Another process, or this one after a restart, starts it again. */
  close(): Promise<void>
}

/** Starts the work. `onFault` gets the errors that a job throws; the work continues later. */
export function startClaimedWork<Due>(
  { findDue, claim, renew, run }: ClaimableWork<Due>,
  { now, onFault }: { now: () => Date; onFault: (error: unknown) => void },
): ClaimedWork {
  const over = new AbortController()
  const claimEnd = () => new Date(now().getTime() + CLAIM_MS).toISOString()

  async function runDue(): Promise<void> {
    while (!over.signal.aborted) {
      const at = now().toISOString()
      const due = await findDue(at)
      if (due === undefined || over.signal.aborted) return
      if (!(await claim(due, { at, until: claimEnd() }))) continue
      if ((await runClaimed(due)) === 'later') return
    }
  }

  async function runClaimed(due: Due): Promise<'next' | 'later'> {
    const renewal = setInterval(() => {
      renew(due, claimEnd()).catch(() => {
        // The next renewal tries again. If it fails, too, the claim expires.
      })
    }, RENEW_EVERY_MS)
    try {
      return await run(due, over.signal)
    } finally {
      clearInterval(renewal)
    }
  }

  const worker = backgroundWorker(runDue, onFault)
  const timer = setInterval(worker.wake, LOOK_EVERY_MS)
  timer.unref()
  worker.wake()
  return {
    wake: worker.wake,
    idle: worker.idle,
    close: async () => {
      clearInterval(timer)
      over.abort()
      await worker.close()
    },
  }
}
