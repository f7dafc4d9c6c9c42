import type { Database } from '#database/open.ts'

/**
 * Claims periodic work that only one process of the installation must do.
 * @returns true in only one process in each period
 */
export async function claimPeriod(
  db: Database,
  job: 'rows' | 'files',
  periodMs: number,
  now: Date,
): Promise<boolean> {
  const dueAt = new Date(Math.floor(now.getTime() / periodMs) * periodMs).toISOString()
  const startedAt = now.toISOString()
  const claimed = await db
    .insertInto('upkeepRuns')
    .values({
      job,
      dueAt,
      startedAt,
      endedAt: null,
      succeededAt: null,
      failure: null,
      heartbeatAt: null,
      report: null,
    })
    .onConflict((conflict) =>
      conflict.column('job').doUpdateSet({ dueAt, startedAt }).where('upkeepRuns.dueAt', '<', dueAt),
    )
    .executeTakeFirst()
  return (claimed.numInsertedOrUpdatedRows ?? 0n) > 0n
}
