import { sql } from 'kysely'
import type { Executor } from '#database/prepared.ts'
import type { StoredEntry } from '#storage/storage.ts'
import { tableShapes } from './database/table-shapes.ts'

/** A file that a row names, and what the row says of it. */
export interface NamedFile {
  /** Table and column. */
  by: string
  name: string
  sizeBytes: number | null
}

/** Where rows name files: columns called so in every table, whatever feature it belongs to, and the images of accounts. */
const NAMING_COLUMN = /(?:^|_)storage_name$/

/** All names of stored files that rows hold. `sqlite` tells which tables there are: this database, or a copy of it. */
export async function* namedFiles(db: Executor, sqlite: Executor): AsyncGenerator<NamedFile> {
  for (const { name: table, columns } of await tableShapes(sqlite)) {
    for (const column of columns) {
      if (!NAMING_COLUMN.test(column) && column !== 'avatar_name') continue
      // The size stands beside the name of the file itself, not beside those of its pictures.
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

/** As it stands in lists: the label of a variant behind a dash. */
export function keyOfEntry({ name, label }: StoredEntry): string {
  return label === undefined ? name : `${name}-${label}`
}

/** Smaller covers are made anew whenever they are wanted. */
export function canBeRegenerated({ name, label }: StoredEntry): boolean {
  return name.startsWith('covers/') && label !== undefined
}
