import { existsSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'

/** Above this size not every page is looked at when the server starts: that would take longer than a start may. */
const WHOLE_CHECK_MAX_BYTES = 512 * 1024 * 1024

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
  await syncFile(to)
}

async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** What is wrong with a database file; undefined when nothing was found. `whole`: looks at every page, however long it takes. */
export function faultOfSqliteFile(path: string, { whole }: { whole: boolean }): string | undefined {
  if (!existsSync(path)) return 'it is missing'
  if (statSync(path).size === 0) return 'it is empty'
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path, { timeout: 10_000 })
    const isChecked = whole || statSync(path).size <= WHOLE_CHECK_MAX_BYTES
    const check = isChecked ? 'pragma quick_check(1)' : 'select count(*) from sqlite_master'
    const [first] = database.prepare(check).all()
    const said = String(Object.values(first ?? {})[0])
    if (isChecked && said !== 'ok') return said
    const tables = database.prepare(
      `select 1 from sqlite_master where type = 'table' and name = 'migrations'`,
    )
    return tables.get() === undefined ? 'it holds no archive' : undefined
  } catch (error) {
    if (isLocked(error)) return undefined
    return error instanceof Error ? error.message : 'it cannot be read'
  } finally {
    database?.close()
  }
}

/** Whoever holds the lock can read it. */
function isLocked(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && Number(error.errcode) % 256 === 5
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
