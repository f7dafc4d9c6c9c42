import { sql } from 'kysely'
import type { Executor } from '#database/prepared.ts'
import type { StoredEntry } from '#storage/storage.ts'
import { tableShapes } from './database/table-shapes.ts'

/** A file that a row refers to, with the size in the row. */
export interface NamedFile {
  /** Table and column. */
  by: string
  name: string
  sizeBytes: number | null
}

/** Columns that refer to files: those with this name in every table, and the avatars of accounts. */
const NAMING_COLUMN = /(?:^|_)storage_name$/

/**
 * The names of all stored files that rows refer to. `sqlite` provides the list of tables: this database, or a
 * copy of it.
 */
export async function* namedFiles(db: Executor, sqlite: Executor): AsyncGenerator<NamedFile> {
  for (const { name: table, columns } of await tableShapes(sqlite)) {
    for (const column of columns) {
      if (!NAMING_COLUMN.test(column) && column !== 'avatar_name') continue
      // The size in a row is that of the file itself, not of its thumbnails.
      const size =
        column === 'storage_name' && columns.includes('size_bytes') ? sql.ref('size_bytes') : sql`null`
      const { rows } = await sql<{ name: string; size: number | null }>`
        select ${sql.ref(column)} as name, ${size} as size from ${sql.table(table)}
        where ${sql.ref(column)} is not null`.execute(db)
      const area = column === 'avatar_name' ? 'avatars/' : ''
      for (const row of rows) yield { by: `${table}.${column}`, name: area + row.name, sizeBytes: row.size }
    }
  }
}

/** The name with the label of a variant after a dash, as in lists. */
export function keyOfEntry({ name, label }: StoredEntry): string {
  return label === undefined ? name : `${name}-${label}`
}

/** Smaller covers are generated again when they are requested. */
export function canBeRegenerated({ name, label }: StoredEntry): boolean {
  return name.startsWith('covers/') && label !== undefined
}
