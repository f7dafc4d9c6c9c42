import type { Insertable, Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'

type Db = Kysely<Schema>
type AppState = Schema['authenticatorApps']['state']

export async function findAuthenticator(db: Db, userId: string, state: AppState) {
  return db
    .selectFrom('authenticatorApps')
    .selectAll()
    .where('userId', '=', userId)
    .where('state', '=', state)
    .executeTakeFirst()
}

/** Whether the account has a passkey or an authenticator app. */
export async function hasFactor(db: Db, userId: string): Promise<boolean> {
  const [app, passkey] = await Promise.all([
    findAuthenticator(db, userId, 'active'),
    db.selectFrom('passkeys').select('id').where('userId', '=', userId).executeTakeFirst(),
  ])
  return app !== undefined || passkey !== undefined
}

/** Stores an app that is being set up. An earlier attempt is forgotten. */
export async function replacePendingAuthenticator(
  db: Db,
  row: Insertable<Schema['authenticatorApps']>,
): Promise<void> {
  await deleteAuthenticator(db, row.userId, 'pending')
  await db.insertInto('authenticatorApps').values(row).execute()
}

/** @returns the id of the deleted app */
export async function deleteAuthenticator(
  db: Db,
  userId: string,
  state: AppState,
): Promise<string | undefined> {
  const row = await db
    .deleteFrom('authenticatorApps')
    .where('userId', '=', userId)
    .where('state', '=', state)
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Makes a pending app the active app of its account. `step` is the time step of the code that has confirmed it. */
export async function activateAuthenticator(db: Db, id: string, step: number, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('authenticatorApps')
    .set({ state: 'active', lastStep: step, createdAt: at.toISOString() })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Uses up the code of a time step, and with it all earlier ones. False when it was used before. */
export async function consumeStep(db: Db, id: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('authenticatorApps')
    .set({ lastStep: step })
    .where('id', '=', id)
    .where('state', '=', 'active')
    .where('lastStep', '<', step)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Deletes apps that were not set up to the end. */
export async function deletePendingAuthenticators(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('authenticatorApps')
    .where('state', '=', 'pending')
    .where('createdAt', '<=', before.toISOString())
    .execute()
}

export async function insertRecoveryCodes(
  db: Db,
  rows: readonly Insertable<Schema['recoveryCodes']>[],
): Promise<void> {
  await db.insertInto('recoveryCodes').values(rows).execute()
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recoveryCodes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/** Deletes all recovery codes of an account, or the one with this hash, and returns their ids. */
export async function deleteRecoveryCodes(db: Db, userId: string, codeHash?: string): Promise<string[]> {
  const rows = await db
    .deleteFrom('recoveryCodes')
    .where('userId', '=', userId)
    .$if(codeHash !== undefined, (query) => query.where('codeHash', '=', codeHash ?? ''))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
