import { sql } from 'kysely'
import type { Database } from '#database/open.ts'
import type { StoredEntry } from '#storage/storage.ts'

/** A file that a row refers to, with the size in the row. */
export interface NamedFile {
  /** The table and the column that contain the name. */
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
  /** The beginning of the storage name, to which the value is appended. */
  prefix: string
  /** Whether the row contains the size of this file. */
  hasSize: boolean
}

const NAMING = /(?:^|_)storage_name$/

/**
 * All columns that refer to files. Each start of the server reads them; the views of PostgreSQL's `information_schema`
 * take fifty times longer than the system tables.
 */
export async function namingColumns(db: Database): Promise<NamingColumn[]> {
  const query =
    db.kind === 'sqlite'
      ? sql<{ table: string; column: string }>`
          select tables.name as "table", columns.name as "column"
          from pragma_table_list as tables, pragma_table_info(tables.name) as columns
          where tables.schema = 'main' and tables.type = 'table'`
      : sql<{ table: string; column: string }>`
          select pg_class.relname as "table", pg_attribute.attname as "column"
          from pg_class join pg_attribute on pg_attribute.attrelid = pg_class.oid
          where pg_class.relnamespace = current_schema()::regnamespace and pg_class.relkind in ('r', 'p')
            and pg_attribute.attnum > 0 and not pg_attribute.attisdropped`
  const { rows } = await query.execute(db)
  const sized = new Set(rows.filter(({ column }) => column === 'size_bytes').map(({ table }) => table))
  return rows
    .filter(({ column }) => NAMING.test(column) || column === 'avatar_name')
    .map(({ table, column }) => ({
      table,
      column,
      prefix: column === 'avatar_name' ? 'avatars/' : '',
      // The size in a row is that of the file itself. The size of its thumbnail is not stored.
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

/** The key of a file or variant in lists: the storage name, and for a variant a dash and its label. */
export function keyOfEntry({ name, label }: StoredEntry): string {
  return label === undefined ? name : `${name}-${label}`
}

/** The storage name of the file to which a key belongs. The key may be that of a variant. */
export function baseOfKey(key: string): string {
  return key.split('-')[0] ?? key
}

const REGENERATED = ['covers/', 'thumbnails/', 'playlists/']

/**
 * Whether a variant is generated again when it is requested. This applies to smaller covers, posters and images of
 * playlists.
 */
export function canBeRegenerated({ name, label }: StoredEntry): boolean {
  return label !== undefined && REGENERATED.some((area) => name.startsWith(area))
}
