import { type Compilable, type CompiledQuery, type Kysely, type RawBuilder, sql, SqliteAdapter } from 'kysely'
import type { Database } from './open.ts'
import type { Schema } from './schema.ts'

/** A placeholder in a statement that is built before its values are known. */
class Slot {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** The database, or a transaction of it. */
export type Executor = Kysely<Schema>

/** A transaction has no `readNow`: the rows that it has written are read by its own connection. */
function isDatabase(executor: Executor): executor is Database {
  return 'readNow' in executor
}

/**
 * A statement for frequent calls, which is built and compiled once and then only run. Building a statement takes longer
 * than SQLite needs to run it, and so does Kysely's way to get a connection.
 */
export function prepared<P extends object, R>(
  build: (db: Executor, slot: <K extends keyof P & string>(name: K) => RawBuilder<P[K]>) => Compilable<R>,
): (executor: Executor, values: P) => Promise<R[]> {
  // Cached for each kind of database, because tests use both kinds in one process, and for each scope of callers.
  const compiled = new WeakMap<object, CompiledQuery<R>>()
  return async (executor, values) => {
    const { adapter, plugins } = executor.getExecutor()
    const form = plugins.length > 1 ? (plugins.at(-1) ?? adapter) : adapter
    let statement = compiled.get(form)
    if (statement === undefined) {
      statement = build(executor, (name) => sql`${new Slot(name)}`).compile()
      compiled.set(form, statement)
    }
    const parameters = statement.parameters.map((value): unknown =>
      value instanceof Slot ? Reflect.get(values, value.name) : value,
    )
    if (isDatabase(executor) && statement.query.kind === 'SelectQueryNode') {
      const rows = executor.readNow?.(statement.sql, parameters)
      // The type parameter describes the rows of this statement.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      if (rows !== undefined) return rows as R[]
    }
    const { rows } = await executor.executeQuery<R>({ ...statement, parameters })
    return rows
  }
}

/**
 * Whether a column holds one of the values of a list. The list is one parameter, so that a statement is the same for
 * any number of values.
 */
export function isOneOf(
  executor: Executor,
  column: string,
  list: RawBuilder<readonly string[]>,
): RawBuilder<boolean> {
  return executor.getExecutor().adapter instanceof SqliteAdapter
    ? sql`${sql.ref(column)} in (select value from json_each(${list}))`
    : sql`${sql.ref(column)} = any(${list}::text[])`
}
