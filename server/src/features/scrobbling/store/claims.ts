import type { ScrobbleService } from '@tonarchiv/contract/scrobbling'
import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'
import type { ConnectionRow } from './connections.ts'

type Db = Kysely<Schema>

/**
 * Connections of this service that are due and that no process has claimed. The connection that has been due for the
 * longest time comes first.
 */
export async function findDue(
  db: Db,
  service: ScrobbleService,
  at: string,
): Promise<ConnectionRow | undefined> {
  return db
    .selectFrom('scrobbleConnections')
    .selectAll()
    .where('service', '=', service)
    .where('isPaused', '=', 0)
    .where('lostAt', 'is', null)
    .where('nextTryAt', '<=', at)
    .where('claimedUntil', '<=', at)
    .orderBy('nextTryAt')
    .limit(1)
    .executeTakeFirst()
}

/** Claims a connection, unless another process has claimed it since it was read. */
export async function claimConnection(
  db: Db,
  id: string,
  by: string,
  at: string,
  until: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('scrobbleConnections')
    .set({ claimedBy: by, claimedUntil: until })
    .where('id', '=', id)
    .where('claimedUntil', '<=', at)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Renews a claim and returns the current row of the connection. Undefined when the claim was lost, or when nothing may
 * be reported over this connection.
 */
export async function renewClaim(
  db: Db,
  id: string,
  by: string,
  until: string,
): Promise<ConnectionRow | undefined> {
  return db
    .updateTable('scrobbleConnections')
    .set({ claimedUntil: until })
    .where('id', '=', id)
    .where('claimedBy', '=', by)
    .where('isPaused', '=', 0)
    .where('lostAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Changes a connection that this process has claimed. False when the claim was lost. */
export async function changeClaimed(
  db: Db,
  id: string,
  by: string,
  change: Partial<Pick<ConnectionRow, 'tries' | 'nextTryAt' | 'lostAt' | 'claimedBy' | 'claimedUntil'>>,
  sent = 0,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('scrobbleConnections')
    .set((eb) => ({ ...change, scrobbleCount: eb('scrobbleCount', '+', sent) }))
    .where('id', '=', id)
    .where('claimedBy', '=', by)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
