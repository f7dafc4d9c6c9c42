import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'

type Db = Kysely<Schema>

export async function isAddressKnown(
  db: Db,
  userId: string,
  addressHash: string,
  since: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('knownAddresses')
    .select('userId')
    .where('userId', '=', userId)
    .where('addressHash', '=', addressHash)
    .where('lastLoginAt', '>', since.toISOString())
    .executeTakeFirst()
  return row !== undefined
}

export async function storeKnownAddress(
  db: Db,
  userId: string,
  addressHash: string,
  now: Date,
): Promise<void> {
  await db
    .insertInto('knownAddresses')
    .values({ userId, addressHash, lastLoginAt: now.toISOString() })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'addressHash']).doUpdateSet({ lastLoginAt: now.toISOString() }),
    )
    .execute()
}

/** Whether the account has any known address. */
export async function hasKnownAddress(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('knownAddresses')
    .select('userId')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}
