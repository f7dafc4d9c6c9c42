import { existsSync } from 'node:fs'
import { chmod, link, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { migrate } from '#database/migrate.ts'
import { type DatabaseChoice, openDatabase } from '#database/open.ts'
import { rebuildSearch } from '#features/catalog/index.ts'
import { syncPath } from '#storage/disk/sync-path.ts'
import { loadIntoPostgres } from './database-copy.ts'
import type { OnTable } from './dump-database.ts'

/**
 * Replaces the database of the archive with an SQLite file, in one step. With PostgreSQL the rows of the file are
 * loaded instead.
 * @returns the new path of the previous database
 */
export async function putDatabase(
  file: string,
  { dataFolder, database }: { dataFolder: string; database: DatabaseChoice },
  from: DatabaseChoice['kind'],
  onTable?: OnTable,
): Promise<string | undefined> {
  if (database.kind === 'postgres') {
    await loadIntoPostgres(file, database, onTable)
    await removeDatabase(file)
    return undefined
  }
  // A copy that was made from PostgreSQL has no search index.
  if (from === 'postgres') await createSearchIndex(file)
  await foldLog(file)
  const moment = new Date().toISOString().replaceAll(':', '-')
  const aside = existsSync(database.path) ? join(dataFolder, `before-restore-${moment}.sqlite`) : undefined
  if (aside !== undefined) {
    // After this the write-ahead log of the previous database is empty. If the database is damaged, its log is kept
    // with it.
    await foldLog(database.path).catch(() => {})
    // A hard link keeps the previous database under another name. Its old name is replaced only in the last step.
    for (const end of ['', '-wal', '-shm'])
      if (existsSync(database.path + end)) await link(database.path + end, aside + end)
  }
  // The log of the old database is removed, because it must not be applied to the new database.
  for (const end of ['-wal', '-shm']) await rm(database.path + end, { force: true })
  await rename(file, database.path)
  await syncPath(dirname(database.path))
  return aside
}

async function createSearchIndex(file: string): Promise<void> {
  const db = openDatabase({ kind: 'sqlite', path: file }, () => {})
  try {
    await migrate(db)
    await db.transaction().execute(async (trx) => rebuildSearch(trx, 'sqlite'))
  } finally {
    await db.destroy()
  }
}

/** Merges the write-ahead log into the database file and syncs it. */
async function foldLog(file: string): Promise<void> {
  const database = new DatabaseSync(file)
  database.exec('pragma wal_checkpoint(truncate); pragma journal_mode = delete')
  database.close()
  await chmod(file, 0o600)
  await syncPath(file)
}

/** Deletes a database file and the files that belong to it. */
export async function removeDatabase(file: string): Promise<void> {
  for (const end of ['', '-wal', '-shm', '-journal']) await rm(file + end, { force: true })
}
