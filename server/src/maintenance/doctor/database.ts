import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { migrations } from '#database/migrate.ts'
import { type Database, openDatabase } from '#database/open.ts'
import { appliedMigrations } from '../database/dump-database.ts'
import { findBackupIn } from '../backup/find-backups.ts'
import { requireDatabaseFile, requireFilledDatabase } from '../database/prepare-database.ts'
import { brokenReferences, faultOfSqliteFile } from '../database/sqlite-file.ts'
import type { Check } from './finding.ts'
import { commandName } from '#platform/command-name.ts'

/** Checks the database as a start of the server does, and every page of an SQLite file. */
export const database: Check = async ({ database: choice, dataFolder, backup }) => {
  await requireDatabaseFile({ dataFolder, database: choice, findBackup: findBackupIn(backup?.to) })
  if (choice.kind === 'sqlite') {
    if (!existsSync(choice.path))
      return {
        state: 'hint',
        message: `${choice.path} does not exist yet`,
        todo: 'It is made with the first start.',
      }
    const fault = faultOfSqliteFile(choice.path)
    if (fault !== undefined) {
      const todo = `Bring the newest backup back: ${commandName()} restore --from PLACE --force`
      return { state: 'bad', message: `${choice.path}: ${fault}`, todo }
    }
    const broken = brokenReferences(choice.path)
    if (broken > 0)
      return { state: 'bad', message: `${broken} references lead nowhere`, todo: 'Restore a backup.' }
  }
  const db = openDatabase(choice, () => {})
  try {
    const version = choice.kind === 'postgres' ? `PostgreSQL ${await versionOfPostgres(db)}` : 'SQLite, whole'
    const applied = await appliedMigrations(db)
    await requireFilledDatabase({ dataFolder, database: choice }, applied)
    const unknown = applied.find((name) => !migrations.some(([ours]) => ours === name))
    if (unknown !== undefined)
      return {
        state: 'bad',
        message: `newer than this program (${unknown})`,
        todo: 'Start the newer version.',
      }
    const missing = migrations.length - applied.length
    if (missing === 0) return { state: 'good', message: `${version}, up to date` }
    return {
      state: 'hint',
      message: `${version}, ${missing} steps behind`,
      todo: 'The next start brings it up to date.',
    }
  } finally {
    await db.destroy()
  }
}

async function versionOfPostgres(db: Database): Promise<string> {
  const { rows } = await sql<{
    version: string
  }>`select current_setting('server_version') as version`.execute(db)
  return rows[0]?.version ?? 'unknown'
}
