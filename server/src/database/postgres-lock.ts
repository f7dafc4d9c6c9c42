import { sql, type Transaction } from 'kysely'
import type { Database } from './open.ts'
import type { Schema } from './schema.ts'

/** The advisory locks of PostgreSQL that the product takes, by purpose. */
const LOCKS = { migration: 7017, pushDevices: 7018 } as const

/**
 * Waits until no other transaction of any process has the lock for this purpose, and takes it. The lock ends with the
 * transaction. SQLite needs no such lock, because a transaction there takes the write lock of the database.
 */
export async function lockFor(
  trx: Transaction<Schema>,
  kind: Database['kind'],
  purpose: keyof typeof LOCKS,
): Promise<void> {
  if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${LOCKS[purpose]})`.execute(trx)
}
