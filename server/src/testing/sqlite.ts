import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { inject } from 'vitest'
import type { Database } from '#database/open.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of a migrated file, when these tests run on SQLite. */
    sqliteTemplate: string
  }
}

/** Copies a migrated file into a data folder, as if the product had been started there before. */
export async function putDatabaseFile(dataFolder: string): Promise<void> {
  const template: string | undefined = inject('sqliteTemplate')
  if (template !== undefined) await copyFile(template, join(dataFolder, 'archive.sqlite'))
}

/**
 * Turns off the syncing of commits to the disk, as in the temporary PostgreSQL: syncing takes longer than most tests.
 */
export async function writeUnsynced(db: Database): Promise<void> {
  if (db.kind === 'sqlite') await sql`pragma synchronous = off`.execute(db)
}
