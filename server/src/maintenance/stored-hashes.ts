import type { Database } from '#database/open.ts'
import { appliedMigrations } from './database/dump-database.ts'
import type { MaintenanceTables } from './tables.ts'

const ROWS_AT_ONCE = 200
/** The migration since which a hash is stored together with the stamp of its file. */
const STAMPS_SINCE = '0018-media-stamps'

export interface MediaDigest {
  sizeBytes: number
  sha256: string
}

/** What the database has recorded of a file or variant. */
export type StoredHash = Pick<MaintenanceTables['storedHashes'], 'sizeBytes' | 'sha256' | 'stamp'>

/** The recorded hashes by name. New hashes are collected and written in batches. */
export interface StoredHashes {
  get(key: string): StoredHash | undefined
  keys(): Iterable<string>
  /**
   * Records that a file was read and has this hash. The first hash of a name is kept, because the bytes under a name
   * never change.
   */
  record(key: string, digest: MediaDigest, stamp: string | null): Promise<void>
  /** Deletes the hashes of files that were removed permanently. */
  drop(keys: readonly string[]): Promise<void>
  /** Writes the collected hashes to the database. */
  flush(): Promise<void>
}

/**
 * Opens the recorded hashes. A database that has not been migrated yet has no column for stamps; no hash is then read
 * or written.
 */
export async function openStoredHashes(db: Database, now: () => Date): Promise<StoredHashes> {
  const isWritable = (await appliedMigrations(db)).includes(STAMPS_SINCE)
  const known = new Map<string, StoredHash>()
  if (isWritable)
    for (const { name, ...hash } of await db
      .selectFrom('storedHashes')
      .select(['name', 'sizeBytes', 'sha256', 'stamp'])
      .execute())
      known.set(name, hash)
  const fresh = new Map<string, MaintenanceTables['storedHashes']>()

  async function flush(): Promise<void> {
    const rows = [...fresh.values()]
    fresh.clear()
    if (isWritable) await insertHashes(db, rows)
  }

  return {
    get: (key) => known.get(key),
    keys: () => known.keys(),
    record: async (key, { sizeBytes, sha256 }, stamp) => {
      const first = known.get(key)
      if (first !== undefined && first.sha256 !== sha256) throw new Error(`${key} has another hash already`)
      known.set(key, { sizeBytes, sha256, stamp })
      fresh.set(key, { name: key, sizeBytes, sha256, stamp, checkedAt: now().toISOString() })
      if (fresh.size >= ROWS_AT_ONCE) await flush()
    },
    drop: async (keys) => {
      for (const key of keys) known.delete(key)
      if (isWritable) await deleteHashes(db, keys)
    },
    flush,
  }
}

/** Inserts hashes. If another process has already recorded a file, its hash is kept. */
export async function insertHashes(
  db: Database,
  rows: readonly MaintenanceTables['storedHashes'][],
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
    await db
      .insertInto('storedHashes')
      .values(rows.slice(start, start + ROWS_AT_ONCE))
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet((eb) => ({
            stamp: eb.ref('excluded.stamp'),
            checkedAt: eb.ref('excluded.checkedAt'),
          }))
          .whereRef('storedHashes.sha256', '=', 'excluded.sha256'),
      )
      .execute()
}

async function deleteHashes(db: Database, keys: readonly string[]): Promise<void> {
  for (let start = 0; start < keys.length; start += ROWS_AT_ONCE)
    await db
      .deleteFrom('storedHashes')
      .where('name', 'in', keys.slice(start, start + ROWS_AT_ONCE))
      .execute()
}
