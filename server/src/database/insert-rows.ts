import { CompiledQuery, SqliteAdapter } from 'kysely'
import type { Executor } from './prepared.ts'

type ColumnType = 'text' | 'integer' | 'bigint' | 'double precision'

/** Maximum number of rows in one statement. */
const ROWS_AT_ONCE = 500

/**
 * Inserts many rows with one statement. Its only parameter is the JSON of the rows, so the same statement serves any
 * number of rows. Building a statement with a parameter for each value would cost more than running it. On SQLite a row
 * is a list instead of an object, and the JSON is stored as JSONB, from which SQLite reads a value in a third of the
 * time. `onConflict` is the SQL after the rows.
 */
export function insertRows<R extends object>(
  table: string,
  columns: Readonly<Record<keyof R & string, ColumnType>>,
  onConflict = '',
): (executor: Executor, rows: readonly R[]) => Promise<void> {
  const types = Object.entries<ColumnType>(columns)
  const names = types.map(([name]) => name)
  const into = `insert into ${table} (${names.map(snakeCase).join(', ')})`
  const values = names.map((_, index) => `value ->> ${index}`).join(', ')
  // `where true` separates the select from "on conflict". Without it SQLite would parse "on" as the condition of a
  // join.
  const forSqlite = `${into} select ${values} from jsonb_each(?) where true ${onConflict}`
  const typed = types.map(([name, type]) => `"${name}" ${type}`).join(', ')
  const quoted = names.map((name) => `"${name}"`).join(', ')
  const forPostgres = `${into} select ${quoted} from json_to_recordset($1::json) as r(${typed}) ${onConflict}`
  return async (executor, rows) => {
    const isSqlite = executor.getExecutor().adapter instanceof SqliteAdapter
    for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
      const some = rows.slice(start, start + ROWS_AT_ONCE)
      const json = JSON.stringify(
        isSqlite ? some.map((row) => names.map((name): unknown => Reflect.get(row, name))) : some,
      )
      await executor.executeQuery(CompiledQuery.raw(isSqlite ? forSqlite : forPostgres, [json]))
    }
  }
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
