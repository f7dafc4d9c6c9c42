import {
  CamelCasePlugin,
  Kysely,
  type KyselyConfig,
  type KyselyPlugin,
  PostgresDialect,
  type PostgresPool,
  type UnknownRow,
} from 'kysely'
import type { Schema } from './schema.ts'
import { camelCase } from './names.ts'
import { openSqlite, type ReadNow } from './sqlite-dialect.ts'
import { openTimings, type Timings } from './timings.ts'

/** Which database stores the rows. */
export type DatabaseChoice = { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string }

export interface Database extends Kysely<Schema> {
  /** Which implementation this is, for the few places whose SQL differs (search, locks). */
  readonly kind: DatabaseChoice['kind']
  /** Reads synchronously. Undefined on PostgreSQL, which cannot do it. */
  readonly readNow: ReadNow | undefined
}

/** The connection to the database itself, as opposed to a transaction. */
export class ArchiveDatabase extends Kysely<Schema> implements Database {
  readonly kind: DatabaseChoice['kind']
  readonly readNow: ReadNow | undefined

  constructor(config: KyselyConfig, readNow?: ReadNow) {
    super(config)
    this.kind = readNow === undefined ? 'postgres' : 'sqlite'
    this.readNow = readNow
  }
}

/** Size in kilobytes of the page cache that each of the two connections to SQLite has. */
const CACHE_KILOBYTES = 16_000

interface OpenOptions {
  /** Records how long statements take. */
  timings?: Timings | undefined
  /** Called when the disk under SQLite has failed. No data are written after that. */
  onBroken?: (error: unknown) => void
  cacheKilobytes?: number | undefined
  /** Maximum time that a query waits for a connection to PostgreSQL or for the lock of SQLite. */
  waitMs?: number | undefined
  /** Connections to PostgreSQL that several databases of one process share. Without it the database opens its own. */
  pool?: PostgresPool | undefined
}

/**
 * Opens the database. Connections are made with the first query. `onFault` is called when an idle connection is lost.
 */
export function openDatabase(
  choice: DatabaseChoice,
  onFault: (error: Error) => void,
  {
    timings,
    onBroken = () => {},
    cacheKilobytes = CACHE_KILOBYTES,
    waitMs,
    pool: sharedPool,
  }: OpenOptions = {},
): Database {
  const { log, timed } = openTimings(timings)
  const shared = { plugins: [namesOfBothWorlds], ...(log && { log }) }
  if (choice.kind === 'sqlite') {
    const { dialect, readNow } = openSqlite(choice.path, onBroken, { cacheKilobytes, lockWaitMs: waitMs })
    return new ArchiveDatabase({ dialect, ...shared }, timed(readNow))
  }
  const pool =
    sharedPool ?? (async () => (await import('./postgres-pool.ts')).openPool(choice.url, onFault, waitMs))
  return new ArchiveDatabase({ dialect: new PostgresDialect({ pool }), ...shared })
}

const snakeCase = new CamelCasePlugin()

/**
 * Converts the names of tables and columns: SQL uses snake_case, TypeScript camelCase. Kysely's own plugin rebuilds
 * every row key by key; this plugin caches the names.
 */
const namesOfBothWorlds: KyselyPlugin = {
  transformQuery: (args) => snakeCase.transformQuery(args),
  transformResult: async ({ result }) => {
    const [first] = result.rows
    if (first === undefined) return result
    const names = Object.keys(first)
    if (!names.some((name) => name.includes('_'))) return result
    const renamed = names.map((name) => [name, camelCase(name)] as const)
    return {
      ...result,
      rows: result.rows.map((row) => {
        const copy: UnknownRow = {}
        for (const [from, to] of renamed) copy[to] = row[from]
        return copy
      }),
    }
  },
}
