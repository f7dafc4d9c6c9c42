import type { Database } from '#database/open.ts'
import type { MaintenanceTables } from './tables.ts'

/** A job that one process does for the whole installation. */
type MaintenanceJob = MaintenanceTables['upkeepRuns']['job']

/** True for exactly one of all callers with the same due time. */
export async function claimWork(db: Database, job: MaintenanceJob, due: Date, now: Date): Promise<boolean> {
  const dueAt = due.toISOString()
  const startedAt = now.toISOString()
  const copied = await db
    .insertInto('upkeepRuns')
    .values({ job, dueAt, startedAt, endedAt: null, succeededAt: null, failure: null })
    .onConflict((conflict) =>
      conflict
        .column('job')
        .doUpdateSet({ dueAt, startedAt, endedAt: null })
        .where('upkeepRuns.dueAt', '<', dueAt),
    )
    .executeTakeFirst()
  return (copied.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** The same for periodic jobs: true for one process in each period. */
export async function claimPeriod(
  db: Database,
  job: MaintenanceJob,
  periodMs: number,
  now: Date,
): Promise<boolean> {
  const due = new Date(Math.floor(now.getTime() / periodMs) * periodMs)
  return claimWork(db, job, due, now)
}
