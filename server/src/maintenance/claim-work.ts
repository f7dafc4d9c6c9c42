import type { Database } from '#database/open.ts'
import type { MaintenanceTables } from './tables.ts'

/** Work that one process of the installation does for all. */
type MaintenanceJob = MaintenanceTables['upkeepRuns']['job']

/** True for exactly one of all who request the same moment. */
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

/** The same for work that comes round again: true for one process in each period. */
export async function claimPeriod(
  db: Database,
  job: MaintenanceJob,
  periodMs: number,
  now: Date,
): Promise<boolean> {
  const due = new Date(Math.floor(now.getTime() / periodMs) * periodMs)
  return claimWork(db, job, due, now)
}
