import type { Insertable, Kysely } from 'kysely'
import type { Database } from '#database/open.ts'
import type { Schema } from '#database/schema.ts'

type NewKeys = Omit<Insertable<Schema['pushKeys']>, 'id'>

const ID = 'vapid'

export async function selectKeys(db: Kysely<Schema>) {
  return db
    .selectFrom('pushKeys')
    .select(['publicKey', 'encryptedPrivateKey'])
    .where('id', '=', ID)
    .executeTakeFirst()
}

/** Stores the first key pair, unless there is one. */
export async function insertKeys(db: Kysely<Schema>, row: NewKeys): Promise<void> {
  await db
    .insertInto('pushKeys')
    .values({ id: ID, ...row })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/**
 * Replaces a key pair and deletes all devices, which have subscribed with the old one.
 * @returns false when another process was faster
 */
export async function replaceKeys(db: Database, publicKey: string, row: NewKeys): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('pushKeys')
      .set(row)
      .where('id', '=', ID)
      .where('publicKey', '=', publicKey)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await trx.deleteFrom('pushDevices').execute()
    return true
  })
}
