import type { Services } from '#services.ts'
import type { RunCommand } from './archive-command.ts'
import { type ClaimedRun, claimRun, HEARTBEAT_EVERY_MS } from './claim-run.ts'
import type { ScheduledJob } from './tables.ts'

const LOOK_EVERY_MS = 30_000

export interface Schedule {
  job: ScheduledJob
  /** The name of the command in log lines and in the descriptions of metrics, such as "nightly backup". */
  title: string
  metricNames: { succeededAt: string; failed: string }
  /** The last time at which the command was due; undefined while it cannot run. */
  lastDue: (now: Date) => Promise<Date | undefined>
  run: RunCommand
  lookEveryMs?: number | undefined
  heartbeatEveryMs?: number | undefined
}

/**
 * Runs a command at its scheduled times, in one process of the installation. A run that was missed or interrupted
 * starts as soon as a process is running. The outcome is stored, logged and measured.
 * @returns a function that interrupts the command and stops the job
 */
export function startScheduledCommand(
  { db, log, metrics, now }: Pick<Services, 'db' | 'log' | 'metrics' | 'now'>,
  {
    job,
    title,
    metricNames,
    lastDue,
    run,
    lookEveryMs = LOOK_EVERY_MS,
    heartbeatEveryMs = HEARTBEAT_EVERY_MS,
  }: Schedule,
): () => Promise<void> {
  const stop = new AbortController()
  let working: Promise<void> | undefined

  async function look(): Promise<void> {
    const due = await lastDue(now())
    const claimed = due && (await claimRun(db, job, due, now))
    if (claimed === undefined) return
    log.info(`the ${title} begins`)
    const { result, output } = await withHeartbeats(claimed)
    if (result === 'good') {
      await claimed.succeeded(output)
      log.info({ output }, `the ${title} is done`)
    } else if (stop.signal.aborted || result === 'busy') {
      await claimed.interrupted()
      log.info({ output }, `the ${title} was interrupted and starts again`)
    } else {
      await claimed.failed(output)
      log.error({ output }, `the ${title} failed`)
    }
  }

  async function withHeartbeats(claimed: ClaimedRun) {
    let heartbeat: Promise<void> | undefined
    const beating = setInterval(() => {
      heartbeat ??= claimed
        .heartbeat()
        .catch((error: unknown) => log.warn({ err: error }, `the ${title} has no heartbeat`))
        .finally(() => (heartbeat = undefined))
    }, heartbeatEveryMs)
    try {
      return await run(stop.signal)
    } finally {
      clearInterval(beating)
      // Waits for the last heartbeat. If it were stored after the end of the run, the run would seem to be alive.
      await heartbeat
    }
  }

  function wake(): void {
    if (stop.signal.aborted) return
    working ??= look()
      .catch((error: unknown) => log.error({ err: error }, `the ${title} could not be looked after`))
      .finally(() => (working = undefined))
  }

  const lastRun = async () =>
    db.selectFrom('upkeepRuns').selectAll().where('job', '=', job).executeTakeFirst()
  metrics.gauges(metricNames.succeededAt, `When the last ${title} succeeded, since 1970.`, async () => {
    const succeededAt = (await lastRun())?.succeededAt
    return typeof succeededAt === 'string' ? [[{}, Date.parse(succeededAt) / 1000]] : []
  })
  metrics.gauge(metricNames.failed, `Whether the last ${title} failed: 0 or 1.`, async () =>
    Number(typeof (await lastRun())?.failure === 'string'),
  )

  const timer = setInterval(wake, lookEveryMs)
  wake()
  return async () => {
    stop.abort()
    clearInterval(timer)
    await working
  }
}
