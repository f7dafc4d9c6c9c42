import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { isSqliteLocked } from '#database/faults.ts'
import { syncPath } from '#storage/disk/sync-path.ts'

/**
 * Writes what an SQLite database holds at this moment into a new file, while others go on reading and writing it. Blocks
 * the thread meanwhile.
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

/** What is wrong with a database file; undefined when nothing was found. Looks at every page, however long it takes. */
export function faultOfSqliteFile(path: string): string | undefined {
  return faultFoundBy(path, (database) => {
    const [first] = database.prepare('pragma quick_check(1)').all()
    const output = String(Object.values(first ?? {})[0])
    return output === 'ok' ? undefined : output
  })
}

/** The same, looking at the header, the schema and the beginning of each table only: at once, however large the file. */
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
    // Whoever holds the lock can read it.
    if (isSqliteLocked(error)) return undefined
    return error instanceof Error ? error.message : 'it cannot be read'
  } finally {
    database?.close()
  }
}

/** References to rows that are not there. */
export function brokenReferences(path: string): number {
  const database = new DatabaseSync(path, { timeout: 10_000 })
  try {
    return database.prepare('pragma foreign_key_check').all().length
  } finally {
    database.close()
  }
}
