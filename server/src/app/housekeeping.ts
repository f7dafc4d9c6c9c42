import { deleteOldRevocations } from '#database/revocations.ts'
import { emitPendingUploads } from '#events/pending-uploads.ts'
import { deleteExpiredRateLimits } from '#rate-limits/persistent-rate-limits.ts'
import type { CleanupJob } from '#feature.ts'
import { features as allFeatures } from './features.ts'
import type { Services } from '#services.ts'
import { claimPeriod } from '#maintenance/claim-work.ts'

const ROWS_EVERY_MS = 10 * 60 * 1000
const FILES_EVERY_MS = 6 * 60 * 60 * 1000
/** Age from which a staged file is deleted while the server runs. No upload takes longer. */
const STAGES_DEAD_AFTER_MS = 12 * 60 * 60 * 1000
/**
 * Age from which a staged file is deleted when the server starts. There are no uploads then, but an import may be
 * running, which stages files for a moment.
 */
const STAGES_DEAD_AT_START_MS = 10 * 60 * 1000

/** Cleanup jobs of the infrastructure. */
const OWN_JOBS: readonly CleanupJob[] = [
  { name: 'revocations', schedule: 'rows', run: ({ db, now }) => deleteOldRevocations(db, now()) },
  { name: 'limits', schedule: 'rows', run: deleteExpiredRateLimits },
  { name: 'pending uploads', schedule: 'rows', atStart: true, run: emitPendingUploads },
]

/**
 * Runs the cleanup jobs of all features, one at a time. They finish or remove what a crash has left and remove what has
 * expired, such as ended sessions, old links, counters, and files that no row refers to.
 * @returns a function that stops the jobs
 */
export function startHousekeeping(services: Services, features = allFeatures): () => Promise<void> {
  const { db, storage, now, log } = services
  const jobs = [...OWN_JOBS, ...features.flatMap(({ cleanup }) => cleanup)]
  let working: Promise<unknown> = Promise.resolve()
  const over = new AbortController()

  function inSequence(what: string, work: () => Promise<unknown>): void {
    working = working
      .then(work)
      .catch((error: unknown) => log.warn({ err: error }, `${what} could not be tidied`))
  }

  function run(isDue: (job: CleanupJob) => boolean): void {
    for (const job of jobs) if (isDue(job)) inSequence(job.name, () => job.run(services, over.signal))
  }

  const clearStages = async (deadAfterMs: number) => storage.clearStages(new Date(Date.now() - deadAfterMs))
  // Removes staged files that a crash has left. If other processes use the same database, the files may belong to their
  // uploads, so the age limit is longer.
  inSequence('stages', () =>
    clearStages(db.kind === 'sqlite' ? STAGES_DEAD_AT_START_MS : STAGES_DEAD_AFTER_MS),
  )
  run(({ atStart }) => atStart === true)

  /** Runs jobs for the rows and files of all processes, in only one process per period. */
  function runClaimed(schedule: 'rows' | 'files', periodMs: number): void {
    inSequence(schedule, async () => {
      if (await claimPeriod(db, schedule, periodMs, now())) run((job) => job.schedule === schedule)
    })
  }

  const timers = [
    setInterval(() => {
      run(({ schedule }) => schedule === 'local')
      runClaimed('rows', ROWS_EVERY_MS)
    }, ROWS_EVERY_MS),
    setInterval(() => {
      // Each process has its own outbox folder.
      inSequence('letters', () => services.mailer.deleteOld())
      inSequence('stages', () => clearStages(STAGES_DEAD_AFTER_MS))
      runClaimed('files', FILES_EVERY_MS)
    }, FILES_EVERY_MS),
  ]
  return async () => {
    for (const timer of timers) clearInterval(timer)
    over.abort()
    await working
  }
}
