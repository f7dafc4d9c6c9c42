import { sql } from 'kysely'
import { migrate, migrations } from '#database/migrate.ts'
import { type Database, type DatabaseChoice, openDatabase } from '#database/open.ts'
import { copyRows } from './copy-rows.ts'
import { copySqliteFile } from './sqlite-file.ts'
import { tableShapes } from './table-shapes.ts'

const throwFault = () => {}

/** The names of the migrations that were applied to a database. Empty when it does not contain an archive yet. */
export async function appliedMigrations(db: Database): Promise<string[]> {
  const tableExists =
    db.kind === 'sqlite'
      ? sql`select 1 from sqlite_master where name = 'migrations'`
      : sql`select 1 where to_regclass(format('%I.migrations', current_schema())) is not null`
  if ((await tableExists.execute(db)).rows.length === 0) return []
  const rows = await db.selectFrom('migrations').select('name').orderBy('name').execute()
  return rows.map(({ name }) => name)
}

/** Called to report progress, with the name of a table and the number of its rows that were copied. */
export type OnTable = (name: string, rows: number) => void

/**
 * Writes a consistent copy of a database into a new SQLite file, even while the database is in use. A PostgreSQL
 * database is also copied to SQLite, so that there is only one kind of copy. Its search index is omitted, because it
 * can be derived from the rows.
 */
export async function dumpDatabase(choice: DatabaseChoice, to: string, onTable?: OnTable): Promise<void> {
  if (choice.kind === 'sqlite') return copySqliteFile(choice.path, to)
  const source = openDatabase(choice, throwFault)
  const target = openDatabase({ kind: 'sqlite', path: to }, throwFault)
  try {
    const applied = new Set(await appliedMigrations(source))
    await migrate(
      target,
      migrations.filter(([name]) => applied.has(name)),
    )
    await source
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (from) => {
        await sql`set local statement_timeout = 0`.execute(from)
        const shapes = await tableShapes(target)
        await target.transaction().execute(async (trx) => {
          await copyRows({ trx: from, kind: 'postgres' }, { trx, kind: 'sqlite' }, shapes, onTable)
        })
      })
  } finally {
    await source.destroy()
    await target.destroy()
  }
}
