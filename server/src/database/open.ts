import {
  CamelCasePlugin,
  Kysely,
  type KyselyConfig,
  type KyselyPlugin,
  PostgresDialect,
  type UnknownRow,
} from 'kysely'
import type { Schema } from './schema.ts'
import { camelCase } from './names.ts'
import { openSqlite, type ReadNow } from './sqlite-dialect.ts'
import { openTimings, type Timings } from './timings.ts'

/** Where the rows live. */
export type DatabaseChoice = { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string }

export interface Database extends Kysely<Schema> {
  /** Which twin this is, for the few places whose SQL differs (search, locks). */
  readonly kind: DatabaseChoice['kind']
}

/** The database as a whole, which a transaction of it is not. */
export class ArchiveDatabase extends Kysely<Schema> implements Database {
  readonly kind: DatabaseChoice['kind']
  /** Where reading needs no waiting. */
  readonly readNow: ReadNow | undefined

  constructor(config: KyselyConfig, readNow?: ReadNow) {
    super(config)
    this.kind = readNow === undefined ? 'postgres' : 'sqlite'
    this.readNow = readNow
  }
}

/** Who else is notified of what the database does. */
interface Listening {
  /** How long statements take. */
  timings?: Timings | undefined
  /** The disk under SQLite has failed; after that nothing is written any more. */
  onBroken?: (error: unknown) => void
}

/** Opens the database; connections are made with the first query. `onFault` is notified of lost idle connections. */
export function openDatabase(
  choice: DatabaseChoice,
  onFault: (error: Error) => void,
  { timings, onBroken = () => {} }: Listening = {},
): Database {
  const { log, timed } = openTimings(timings)
  const shared = { plugins: [namesOfBothWorlds], ...(log && { log }) }
  if (choice.kind === 'sqlite') {
    const { dialect, readNow } = openSqlite(choice.path, onBroken)
    return new ArchiveDatabase({ dialect, ...shared }, timed(readNow))
  }
  const pool = async () => (await import('./postgres-pool.ts')).openPool(choice.url, onFault)
  return new ArchiveDatabase({ dialect: new PostgresDialect({ pool }), ...shared })
}

const snakeCase = new CamelCasePlugin()

/** SQL says snake_case, TypeScript camelCase. Kysely's own plugin rebuilds every row key by key; this one knows the names. */
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
