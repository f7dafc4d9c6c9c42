import { existsSync } from 'node:fs'
import { migrations } from '#database/migrate.ts'
import { openDatabase } from '#database/open.ts'
import { commandName } from '#platform/command-name.ts'
import { appliedMigrations } from '../database/dump-database.ts'
import type { Check } from './finding.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Age from which the last rehearsal is too old: one interval, and a week for a backup and the rehearsal after it. */
const OLD_AFTER_MS = { weekly: 14 * DAY_MS, monthly: 38 * DAY_MS }

/** Checks the outcome of the last restore rehearsal. */
export const rehearsals: Check = async ({ backup, database: choice }) => {
  if (backup?.rehearsal === undefined)
    return {
      state: 'hint',
      message: 'restores are not rehearsed',
      todo: 'Set BACKUP_DIR and BACKUP_REHEARSAL=monthly: then it is known that the backups can be restored.',
    }
  const none = {
    state: 'hint',
    message: 'none yet',
    todo: `The first one follows the next backup; at once: ${commandName()} rehearse`,
  } as const
  if (choice.kind === 'sqlite' && !existsSync(choice.path)) return none
  const db = openDatabase(choice, () => {})
  try {
    if ((await appliedMigrations(db)).length < migrations.length) return none
    const last = await db
      .selectFrom('upkeepRuns')
      .select(['succeededAt', 'failure', 'report', 'endedAt'])
      .where('job', '=', 'rehearsal')
      .executeTakeFirst()
    if (typeof last?.failure === 'string')
      return {
        state: 'bad',
        message: `failed ${last.endedAt ?? ''}: ${last.failure}`,
        todo: `Try again: ${commandName()} rehearse. If it is the backup, make a new one: ${commandName()} backup`,
      }
    if (typeof last?.succeededAt !== 'string') return none
    const message = `${last.succeededAt}: ${lastLine(last.report)}`
    if (Date.now() - Date.parse(last.succeededAt) > OLD_AFTER_MS[backup.rehearsal])
      return { state: 'bad', message, todo: 'Look for "restore rehearsal" in the server’s log.' }
    return { state: 'good', message }
  } finally {
    await db.destroy()
  }
}

function lastLine(report: string | null): string {
  return report?.split('\n').at(-1) ?? ''
}
