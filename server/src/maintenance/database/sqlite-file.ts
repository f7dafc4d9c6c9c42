import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { isSqliteLocked } from '#database/faults.ts'
import { syncPath } from '#storage/disk/sync-path.ts'

/**
 * Writes a consistent copy of an SQLite database to a new file while other connections read and write. Blocks
 * the thread.
 */
export async function copySqliteFile(path: string, to: string): Promise<void> {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 10_000 })
  try {
    database.prepare('vacuum into ?').run(to)
  } finally {
    database.close()
  }
  await syncPath(to)
}

/**
 * What is wrong with a database file; undefined when no fault was found. Reads every page, however long it
 * takes.
 */
export function faultOfSqliteFile(path: string): string | undefined {
  return faultFoundBy(path, (database) => {
    const [first] = database.prepare('pragma quick_check(1)').all()
    const output = String(Object.values(first ?? {})[0])
    return output === 'ok' ? undefined : output
  })
}

/** A quick check of the header, the schema and the beginning of each table, independent of the file size. */
export function quickFaultOf(path: string): string | undefined {
  return faultFoundBy(path, (database) => {
    const tables = database.prepare(`select name from sqlite_master where type = 'table' and rootpage > 0`)
    for (const { name } of tables.all()) database.prepare(`select * from "${String(name)}" limit 1`).get()
    return undefined
  })
}

function faultFoundBy(
  path: string,
  look: (database: DatabaseSync) => string | undefined,
): string | undefined {
  const size = statSync(path, { throwIfNoEntry: false })?.size
  if (size === undefined) return 'it is missing'
  if (size === 0) return 'it is empty'
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path, { timeout: 10_000 })
    const fault = look(database)
    if (fault !== undefined) return fault
    const tables = database.prepare(
      `select 1 from sqlite_master where type = 'table' and name = 'migrations'`,
    )
    return tables.get() === undefined ? 'it holds no archive' : undefined
  } catch (error) {
    // A database that is locked can be read.
    if (isSqliteLocked(error)) return undefined
    return error instanceof Error ? error.message : 'it cannot be read'
  } finally {
    database?.close()
  }
}

/** Number of foreign keys without a matching row. */
export function brokenReferences(path: string): number {
  const database = new DatabaseSync(path, { timeout: 10_000 })
  try {
    return database.prepare('pragma foreign_key_check').all().length
  } finally {
    database.close()
  }
}
