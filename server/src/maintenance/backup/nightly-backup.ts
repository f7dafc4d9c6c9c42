import type { BackupTime } from '#config.ts'
import type { Services } from '#services.ts'
import { archiveCommand, type RunCommand } from '../archive-command.ts'
import { startScheduledCommand } from '../scheduled-command.ts'

interface NightlyOptions {
  run?: RunCommand
  lookEveryMs?: number
  heartbeatEveryMs?: number
}

/**
 * Makes a backup once a day or once an hour, at the configured time, in one process of the installation. The first
 * backup is made at once, and so is one that was missed or interrupted.
 * @returns a function that interrupts the backup and stops the job
 */
export function startNightlyBackup(
  services: Pick<Services, 'db' | 'config' | 'log' | 'metrics' | 'now'>,
  { run = archiveCommand(['backup']), lookEveryMs, heartbeatEveryMs }: NightlyOptions = {},
): () => Promise<void> {
  const { backup } = services.config
  if (backup === undefined) return async () => {}
  return startScheduledCommand(services, {
    job: 'backup',
    title: 'nightly backup',
    metricNames: {
      succeededAt: 'tonarchiv_backup_succeeded_timestamp_seconds',
      failed: 'tonarchiv_backup_failed',
    },
    lastDue: async (now) => lastScheduledTime(now, backup.at),
    run,
    lookEveryMs,
    heartbeatEveryMs,
  })
}

/** The last time at which a backup was due, in local time. */
export function lastScheduledTime(now: Date, at: BackupTime): Date {
  const moment = new Date(now)
  if (at === 'hourly') {
    moment.setMinutes(0, 0, 0)
    return moment
  }
  moment.setHours(Math.floor(at / 60), at % 60, 0, 0)
  if (moment > now) moment.setDate(moment.getDate() - 1)
  return moment
}
