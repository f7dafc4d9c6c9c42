import { backgroundWorker } from './background-worker.ts'

/** How often due work is looked for: a command that runs beside the server can add work, but cannot wake the server. */
const LOOK_EVERY_MS = 60_000
/** After this time without a renewal a claim has lost its process. */
const CLAIM_MS = 90_000
const RENEW_EVERY_MS = 30_000

/** A claim of one piece of work by one process of the installation, as ISO times. */
export interface Claim {
  at: string
  until: string
}

/** Pieces of work that the processes of an installation share by rows of the database. */
export interface ClaimableWork<Due> {
  /** The next piece that no process has claimed. */
  findDue: (at: string) => Promise<Due | undefined>
  /** @returns false when another process was faster */
  claim: (due: Due, claim: Claim) => Promise<boolean>
  renew: (due: Due, until: string) => Promise<void>
  /**
   * Does a piece and ends its claim.
   * @returns whether to look for the next one at once, or later
   */
  run: (due: Due, signal: AbortSignal) => Promise<'next' | 'later'>
}

/** Does claimed work in the background, one piece after the other. */
export interface ClaimedWork {
  /** Looks for due work now. */
  wake(): void
  /** Resolves when there is nothing to do. */
  idle(): Promise<void>
  /** Aborts the running piece, which starts again with the next process. */
  close(): Promise<void>
}

/** `onFault` gets what the work throws; the work continues later. */
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
        // The next renewal tries again; if that fails, too, the claim expires.
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
