import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import * as z from 'zod/mini'
import { migrate } from '../server/src/database/migrate.ts'
import { openDatabase } from '../server/src/database/open.ts'

const ListedTable = z.object({ name: z.string(), type: z.enum(['table', 'view', 'virtual', 'shadow']) })
const ListedColumn = z.object({ name: z.string(), type: z.string(), notnull: z.number(), pk: z.number() })
const ListedKey = z.object({ table: z.string(), from: z.string(), on_delete: z.string() })
const ListedIndex = z.object({ name: z.string(), unique: z.number() })
const IndexedColumn = z.object({ name: z.nullable(z.string()) })

/** A column that refers to the id of another table. */
interface Reference {
  table: string
  /** What happens to the row when the referenced row is deleted; undefined if that deletion is rejected. */
  onDelete: 'cascade' | 'set null' | undefined
}

interface Column {
  name: string
  type: 'text' | 'integer' | 'bigint' | 'real'
  isNullable: boolean
  isPrimaryKey: boolean
  /** Whether the values are unique: the column is the only one of the primary key or of a unique index. */
  isUnique: boolean
  reference: Reference | undefined
}

export interface Table {
  name: string
  columns: readonly Column[]
}

export interface DatabaseSchema {
  tables: readonly Table[]
  /** Names of full-text indexes, which are tables in SQLite only. */
  searchIndexes: readonly string[]
}

/** Migrates a new SQLite database in a temporary folder and reads its schema. */
export async function readSchema(): Promise<DatabaseSchema> {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-schema-'))
  try {
    const path = join(folder, 'archive.sqlite')
    const archive = openDatabase({ kind: 'sqlite', path }, () => {})
    await migrate(archive)
    await archive.destroy()
    const database = new DatabaseSync(path, { readOnly: true })
    try {
      return schemaOf(database)
    } finally {
      database.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function schemaOf(database: DatabaseSync): DatabaseSchema {
  const listed = z
    .parse(z.array(ListedTable), database.prepare('select name, type from pragma_table_list').all())
    .filter(({ name }) => !name.startsWith('sqlite_'))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
  return {
    tables: listed
      .filter(({ type }) => type === 'table')
      .map(({ name }) => ({ name, columns: columnsOf(database, name) })),
    searchIndexes: listed.filter(({ type }) => type === 'virtual').map(({ name }) => name),
  }
}

function columnsOf(database: DatabaseSync, table: string): Column[] {
  const columns = z.parse(
    z.array(ListedColumn),
    database.prepare('select name, type, "notnull", pk from pragma_table_info(?)').all(table),
  )
  const keys = z.parse(
    z.array(ListedKey),
    database.prepare('select "table", "from", on_delete from pragma_foreign_key_list(?)').all(table),
  )
  const unique = uniqueColumnsOf(database, table)
  const keyLength = columns.filter(({ pk }) => pk > 0).length
  return columns.map(({ name, type, notnull, pk }) => {
    const key = keys.find(({ from }) => from === name)
    const isPrimaryKey = pk > 0
    return {
      name,
      type: typeOf(type),
      // SQLite allows null in a primary key that is not declared as not null, but no such row is written.
      isNullable: notnull === 0 && !isPrimaryKey,
      isPrimaryKey,
      isUnique: (isPrimaryKey && keyLength === 1) || unique.has(name),
      reference: key && { table: key.table, onDelete: onDeleteOf(key.on_delete) },
    }
  })
}

/** Columns that are the only one of a unique index. */
function uniqueColumnsOf(database: DatabaseSync, table: string): Set<string> {
  const indexes = z.parse(
    z.array(ListedIndex),
    database.prepare('select name, "unique" from pragma_index_list(?) where partial = 0').all(table),
  )
  return new Set(
    indexes.flatMap(({ name, unique }) => {
      if (unique === 0) return []
      const columns = z.parse(
        z.array(IndexedColumn),
        database.prepare('select name from pragma_index_info(?)').all(name),
      )
      const [first] = columns
      // The column of an index over an expression has no name.
      return columns.length === 1 && typeof first?.name === 'string' ? [first.name] : []
    }),
  )
}

function typeOf(declared: string): Column['type'] {
  const type = declared.toLowerCase()
  if (type === 'text' || type === 'integer' || type === 'bigint') return type
  if (type === 'double precision') return 'real'
  throw new Error(`Columns are text, integer, bigint or double precision, and not ${declared}`)
}

function onDeleteOf(action: string): Reference['onDelete'] {
  const name = action.toLowerCase()
  return name === 'cascade' || name === 'set null' ? name : undefined
}
