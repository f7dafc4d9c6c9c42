import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { isSqliteLocked } from '#database/faults.ts'
import { syncPath } from '#storage/disk/sync-path.ts'

/**
 * Writes a consistent copy of an SQLite database to a new file while other connections read and write. This blocks the
 * thread.
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
 * Reads every page of a database file, however long it takes.
 * @returns what is wrong with the file; undefined when no fault was found
 */
export function faultOfSqliteFile(path: string): string | undefined {
  return faultFoundBy(path, (database) => {
    const [first] = database.prepare('pragma quick_check(1)').all()
    const output = String(Object.values(first ?? {})[0])
    return output === 'ok' ? undefined : output
  })
}

/**
 * Checks the header, the schema and the beginning of each table. The time for this does not depend on the file size.
 * @returns what is wrong with the file; undefined when no fault was found
 */
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
    // That the database is locked shows that it can be read.
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
