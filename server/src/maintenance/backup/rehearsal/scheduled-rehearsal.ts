import type { BackupTime, RehearsalInterval } from '#config.ts'
import type { Services } from '#services.ts'
import { archiveCommand, type RunCommand } from '../../archive-command.ts'
import { startScheduledCommand } from '../../scheduled-command.ts'
import { lastScheduledTime } from '../nightly-backup.ts'
import { removeLeftRehearsal } from './rehearse-restore.ts'

interface RehearsalJobOptions {
  run?: RunCommand
  lookEveryMs?: number
}

/**
 * Rehearses a restore each week or month, after the first backup in that period, in one process of the installation.
 * Also removes the temporary folder of a rehearsal that was killed.
 * @returns a function that interrupts the rehearsal and stops the job
 */
export function startRestoreRehearsal(
  services: Pick<Services, 'db' | 'config' | 'log' | 'metrics' | 'now'>,
  { run = archiveCommand(['rehearse']), lookEveryMs }: RehearsalJobOptions = {},
): () => Promise<void> {
  const { db, log, config } = services
  const { backup, dataFolder } = config
  const removeLeft = async () =>
    removeLeftRehearsal(dataFolder).catch((error: unknown) =>
      log.warn({ err: error }, 'what a restore rehearsal has left could not be removed'),
    )
  const cleaned = removeLeft()
  if (backup?.rehearsal === undefined) return async () => cleaned
  const { rehearsal, at } = backup

  const stop = startScheduledCommand(services, {
    job: 'rehearsal',
    title: 'restore rehearsal',
    metricNames: {
      succeededAt: 'tonarchiv_rehearsal_succeeded_timestamp_seconds',
      failed: 'tonarchiv_rehearsal_failed',
    },
    lastDue: async (now) => {
      const due = lastRehearsalTime(now, rehearsal, at)
      const last = await db
        .selectFrom('upkeepRuns')
        .select('endedAt')
        .where('job', '=', 'backup')
        .executeTakeFirst()
      return typeof last?.endedAt === 'string' && last.endedAt >= due.toISOString() ? due : undefined
    },
    run: async (signal) => {
      const outcome = await run(signal)
      await removeLeft()
      return outcome
    },
    lookEveryMs,
  })
  return async () => {
    await cleaned
    await stop()
  }
}

/** The last time at which a rehearsal was due. That is Monday or the first day of the month, at the time of backups. */
export function lastRehearsalTime(now: Date, interval: RehearsalInterval, at: BackupTime): Date {
  const moment = lastScheduledTime(now, at === 'hourly' ? 0 : at)
  const sinceMonday = (moment.getDay() + 6) % 7
  moment.setDate(interval === 'monthly' ? 1 : moment.getDate() - sinceMonday)
  return moment
}
