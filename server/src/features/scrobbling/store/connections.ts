import type { ScrobbleService } from '@tonarchiv/contract/scrobbling'
import type { Kysely, Selectable } from 'kysely'
import { newId } from '#platform/ids.ts'
import type { Schema } from '#database/schema.ts'

type Db = Kysely<Schema>

export type ConnectionRow = Selectable<Schema['scrobbleConnections']>

export async function connectionsOf(db: Db, userId: string): Promise<ConnectionRow[]> {
  return db.selectFrom('scrobbleConnections').selectAll().where('userId', '=', userId).execute()
}

export async function connectionOf(db: Db, userId: string, id: string): Promise<ConnectionRow | undefined> {
  return db
    .selectFrom('scrobbleConnections')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
}

/**
 * Saves a new or renewed connection. Its queued plays are kept if the account at the service is the same, otherwise
 * they are deleted.
 */
export async function saveConnection(
  db: Db,
  row: Pick<ConnectionRow, 'userId' | 'service' | 'accountName' | 'sealedKey'> & { at: string },
): Promise<void> {
  const { at, ...columns } = row
  await db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('scrobbleConnections')
      .where('userId', '=', columns.userId)
      .where('service', '=', columns.service)
      .where('accountName', '!=', columns.accountName)
      .execute()
    await trx
      .insertInto('scrobbleConnections')
      .values({
        ...columns,
        id: newId(),
        isPaused: 0,
        lostAt: null,
        scrobbleCount: 0,
        connectedAt: at,
        nextTryAt: at,
        tries: 0,
        claimedBy: null,
        claimedUntil: at,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['userId', 'service'])
          .doUpdateSet({ sealedKey: columns.sealedKey, lostAt: null, nextTryAt: at, tries: 0 }),
      )
      .execute()
  })
}

export async function setPaused(
  db: Db,
  userId: string,
  service: ScrobbleService,
  isPaused: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('scrobbleConnections')
    .set({ isPaused: isPaused ? 1 : 0 })
    .where('userId', '=', userId)
    .where('service', '=', service)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteConnection(db: Db, userId: string, service: ScrobbleService): Promise<void> {
  await db
    .deleteFrom('scrobbleConnections')
    .where('userId', '=', userId)
    .where('service', '=', service)
    .execute()
}

/**
 * The connections to which a play is reported. They are locked until the transaction ends, by an update that changes
 * nothing. The lock makes concurrent plays of one member and the sender run one after the other, in PostgreSQL too.
 */
export async function lockListening(db: Db, userId: string, onlyId?: string) {
  return db
    .updateTable('scrobbleConnections')
    .set((eb) => ({ isPaused: eb.ref('isPaused') }))
    .where('userId', '=', userId)
    .where('isPaused', '=', 0)
    .$if(onlyId !== undefined, (query) => query.where('id', '=', onlyId ?? ''))
    .returning(['id', 'lostAt', 'nextTryAt'])
    .execute()
}

/** Makes the connection due for the sender. */
export async function markDue(db: Db, connectionId: string, at: string): Promise<void> {
  await db
    .updateTable('scrobbleConnections')
    .set({ nextTryAt: at })
    .where('id', '=', connectionId)
    .where('nextTryAt', 'is', null)
    .execute()
}

/** Marks a connection whose key the service rejected, unless the key was renewed in the meantime. */
export async function markLost(db: Db, { id, sealedKey }: ConnectionRow, at: string): Promise<void> {
  await db
    .updateTable('scrobbleConnections')
    .set({ lostAt: at, nextTryAt: null })
    .where('id', '=', id)
    .where('sealedKey', '=', sealedKey)
    .execute()
}
