import type { Database } from '#database/open.ts'
import type { ScheduledJob } from './tables.ts'

export const HEARTBEAT_EVERY_MS = 15_000
/** A run without a heartbeat for this time counts as abandoned: its process has ended. */
const DEAD_AFTER_MS = 60_000
/**
 * Maximum difference between the clocks of several processes. A time that is further in the future was written before a
 * clock was set back.
 */
const CLOCKS_DIFFER_MS = 10 * 60_000

/** A run that belongs to this process until it ends or is interrupted. */
export interface ClaimedRun {
  /** Proves that the process of the run is alive. */
  heartbeat(): Promise<void>
  succeeded(report: string): Promise<void>
  failed(failure: string): Promise<void>
  /** Ends the claim of a run that was not finished. Another process, or the next one that starts, runs it again. */
  interrupted(): Promise<void>
}

/**
 * Claims a scheduled run for this process. A run can be claimed when it is due, or when the process that started it has
 * ended without finishing it. Undefined while no run is due, or another process has claimed it.
 */
export async function claimRun(
  db: Database,
  job: ScheduledJob,
  due: Date,
  now: () => Date,
): Promise<ClaimedRun | undefined> {
  const time = now().getTime()
  const at = (offsetMs: number) => new Date(time + offsetMs).toISOString()
  const [dueAt, startedAt] = [due.toISOString(), at(0)]
  const started = { dueAt, startedAt, heartbeatAt: startedAt, endedAt: null }
  const claimed = await db
    .insertInto('upkeepRuns')
    .values({ job, ...started, succeededAt: null, failure: null, report: null })
    .onConflict((conflict) =>
      conflict
        .column('job')
        .doUpdateSet(started)
        .where((eb) =>
          eb.or([
            eb.and([
              eb('upkeepRuns.endedAt', 'is not', null),
              eb.or([eb('upkeepRuns.dueAt', '<', dueAt), eb('upkeepRuns.dueAt', '>', at(CLOCKS_DIFFER_MS))]),
            ]),
            eb.and([
              eb('upkeepRuns.endedAt', 'is', null),
              eb.or([
                eb('upkeepRuns.heartbeatAt', 'is', null),
                eb('upkeepRuns.heartbeatAt', '<', at(-DEAD_AFTER_MS)),
                eb('upkeepRuns.heartbeatAt', '>', at(CLOCKS_DIFFER_MS)),
              ]),
            ]),
          ]),
        ),
    )
    .executeTakeFirst()
  if ((claimed.numInsertedOrUpdatedRows ?? 0n) === 0n) return undefined

  /** Updates the row of the run. Changes nothing when another process has claimed the run in the meantime. */
  async function update(values: Partial<Record<Changing, string | null>>): Promise<void> {
    await db
      .updateTable('upkeepRuns')
      .set(values)
      .where('job', '=', job)
      .where('startedAt', '=', startedAt)
      .execute()
  }
  const moment = () => now().toISOString()
  return {
    heartbeat: async () => update({ heartbeatAt: moment() }),
    succeeded: async (report) => update({ endedAt: moment(), succeededAt: moment(), failure: null, report }),
    failed: async (failure) => update({ endedAt: moment(), failure }),
    interrupted: async () => update({ heartbeatAt: null }),
  }
}

type Changing = 'heartbeatAt' | 'endedAt' | 'succeededAt' | 'failure' | 'report'
