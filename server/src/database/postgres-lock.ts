import { sql, type Transaction } from 'kysely'
import type { Database } from './open.ts'
import type { Schema } from './schema.ts'

/** The advisory locks of PostgreSQL that the product takes, by purpose. */
const LOCKS = { migration: 7017, pushDevices: 7018 } as const

/**
 * Lets one transaction at a time, of all processes, do this; the lock ends with the transaction. SQLite needs no lock,
 * because a transaction there takes the write lock.
 */
export async function lockFor(
  trx: Transaction<Schema>,
  kind: Database['kind'],
  purpose: keyof typeof LOCKS,
): Promise<void> {
  if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${LOCKS[purpose]})`.execute(trx)
}
