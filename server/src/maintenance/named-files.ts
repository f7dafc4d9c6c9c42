import { sql } from 'kysely'
import type { Database } from '#database/open.ts'
import type { StoredEntry } from '#storage/storage.ts'

/** A file that a row refers to, with the size in the row. */
export interface NamedFile {
  /** Table and column. */
  by: string
  name: string
  sizeBytes: number | null
}

/**
 * A column whose values are names of files: in every table the columns that end in `storage_name`, and the avatars of
 * accounts.
 */
export interface NamingColumn {
  table: string
  column: string
  /** The start of the file's name, before the value. */
  prefix: string
  /** Whether the row holds the size of this file. */
  hasSize: boolean
}

const NAMING = /(?:^|_)storage_name$/

/** All columns that refer to files. */
export async function namingColumns(db: Database): Promise<NamingColumn[]> {
  const query =
    db.kind === 'sqlite'
      ? sql<{ table: string; column: string }>`
          select tables.name as "table", columns.name as "column"
          from pragma_table_list as tables, pragma_table_info(tables.name) as columns
          where tables.schema = 'main' and tables.type = 'table'`
      : sql<{ table: string; column: string }>`
          select table_name as "table", column_name as "column" from information_schema.columns
          where table_schema = current_schema()`
  const { rows } = await query.execute(db)
  const sized = new Set(rows.filter(({ column }) => column === 'size_bytes').map(({ table }) => table))
  return rows
    .filter(({ column }) => NAMING.test(column) || column === 'avatar_name')
    .map(({ table, column }) => ({
      table,
      column,
      prefix: column === 'avatar_name' ? 'avatars/' : '',
      // The size in a row is that of the file itself, not of its thumbnail.
      hasSize: column === 'storage_name' && sized.has(table),
    }))
    .toSorted((a, b) => a.table.localeCompare(b.table) || a.column.localeCompare(b.column))
}

/** The names of all stored files that rows refer to. */
export async function* namedFiles(db: Database): AsyncGenerator<NamedFile> {
  for (const { table, column, prefix, hasSize } of await namingColumns(db)) {
    const { rows } = await sql<{ name: string; size: number | null }>`
      select ${sql.ref(column)} as name, ${hasSize ? sql.ref('size_bytes') : sql`null`} as size
      from ${sql.table(table)} where ${sql.ref(column)} is not null`.execute(db)
    for (const row of rows) yield { by: `${table}.${column}`, name: prefix + row.name, sizeBytes: row.size }
  }
}

/** The name with the label of a variant after a dash, as in lists. */
export function keyOfEntry({ name, label }: StoredEntry): string {
  return label === undefined ? name : `${name}-${label}`
}

/** The name of the file in its row, for the key of this file or of its variant. */
export function baseOfKey(key: string): string {
  return key.split('-')[0] ?? key
}

const REGENERATED = ['covers/', 'thumbnails/', 'playlists/']

/** Smaller covers, posters and pictures of playlists are generated again when they are requested. */
export function canBeRegenerated({ name, label }: StoredEntry): boolean {
  return label !== undefined && REGENERATED.some((area) => name.startsWith(area))
}
