import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { QueryResult, UnknownRow } from 'kysely'
import { LRUCache } from 'lru-cache'
import { camelCase } from './names.ts'

/** Maximum time that a read waits for a lock. Reads wait only while another process opens or closes the file. */
const READ_WAIT_MS = 250
const STATEMENTS_MAX = 500

/** An open SQLite file with its prepared statements. */
export class PreparedDatabase {
  readonly #database: DatabaseSync
  readonly #statements = new LRUCache<string, { statement: StatementSync; returnsRows: boolean }>({
    max: STATEMENTS_MAX,
  })
  readonly #queries = new LRUCache<string, { statement: StatementSync; names: readonly string[] }>({
    max: STATEMENTS_MAX,
  })

  constructor(path: string, readOnly: boolean, cacheKilobytes: number) {
    this.#database = new DatabaseSync(path, { readOnly, timeout: READ_WAIT_MS })
    if (readOnly) this.#database.exec('pragma query_only = on')
    else this.#database.exec('pragma journal_mode = wal; pragma synchronous = full')
    this.#database.exec(
      `pragma foreign_keys = on; pragma mmap_size = 0; pragma cache_size = -${cacheKilobytes}`,
    )
    if (!readOnly) this.#database.exec('pragma busy_timeout = 0')
  }

  execute<R>(sql: string, parameters: readonly unknown[]): QueryResult<R> {
    const { statement, returnsRows } = this.#prepare(sql)
    const values = parameters.map(toSqlite)
    // Kysely's types describe the rows. The driver cannot check them.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    if (returnsRows) return { rows: statement.all(...values) as R[] }
    const { changes, lastInsertRowid } = statement.run(...values)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  /**
   * The rows of a query with camelCase names. They are built only once here, while Kysely builds them and then renames
   * their keys.
   */
  read(sql: string, parameters: readonly unknown[]): UnknownRow[] {
    const { statement, names } = this.#queryFor(sql)
    return statement.all(...parameters.map(toSqlite)).map((values) => {
      if (!Array.isArray(values)) throw new TypeError('A row that is no list')
      const row: UnknownRow = {}
      let column = 0
      for (const name of names) {
        row[name] = values[column]
        column += 1
      }
      return row
    })
  }

  close(): void {
    this.#statements.clear()
    this.#queries.clear()
    this.#database.close()
  }

  #prepare(sql: string) {
    return getOrCreate(this.#statements, sql, () => {
      const statement = this.#database.prepare(sql)
      return { statement, returnsRows: statement.columns().length > 0 }
    })
  }

  #queryFor(sql: string) {
    return getOrCreate(this.#queries, sql, () => {
      const statement = this.#database.prepare(sql)
      statement.setReturnArrays(true)
      return { statement, names: statement.columns().map(({ name }) => camelCase(name)) }
    })
  }
}

function getOrCreate<T extends object>(statements: LRUCache<string, T>, sql: string, make: () => T): T {
  const known = statements.get(sql)
  if (known !== undefined) return known
  const made = make()
  statements.set(sql, made)
  return made
}

function toSqlite(value: unknown): SQLInputValue {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'bigint':
      return value
    default:
      if (value === null || value === undefined) return null
      if (value instanceof Uint8Array) return value
      // A list is the parameter of `json_each`.
      if (Array.isArray(value)) return JSON.stringify(value)
      throw new TypeError(`SQLite cannot keep a ${typeof value}`)
  }
}
