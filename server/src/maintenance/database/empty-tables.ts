import { migrate } from '#database/migrate.ts'
import { type Database, openDatabase } from '#database/open.ts'

/** All tables as they are made today, without rows and in memory: for whoever asks which there are. Destroy it when done. */
export async function openEmptyTables(): Promise<Database> {
  const tables = openDatabase({ kind: 'sqlite', path: ':memory:' }, () => {})
  await migrate(tables)
  return tables
}
