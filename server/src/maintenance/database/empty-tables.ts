import { migrate } from '#database/migrate.ts'
import { type Database, openDatabase } from '#database/open.ts'

/**
 * All tables of the current schema, without rows and in memory, for code that needs the list of tables.
 * Destroy it when done.
 */
export async function openEmptyTables(): Promise<Database> {
  const tables = openDatabase({ kind: 'sqlite', path: ':memory:' }, () => {})
  await migrate(tables)
  return tables
}
