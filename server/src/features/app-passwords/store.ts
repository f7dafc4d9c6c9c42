import type { Insertable, Kysely, Selectable } from 'kysely'
import { APP_PASSWORDS_MAX } from '@tonarchiv/contract/app-passwords'
import type { Schema } from '#database/schema.ts'

type Db = Kysely<Schema>
export type AppPasswordRow = Omit<Selectable<Schema['appPasswords']>, 'secretHash' | 'encryptedSecret'>

/** Maximum number of ended app passwords that are stored for an account. */
const ENDED_MAX = APP_PASSWORDS_MAX

export async function insertAppPassword(db: Db, row: Insertable<Schema['appPasswords']>): Promise<void> {
  await db.insertInto('appPasswords').values(row).execute()
}

/** Newest first. */
export async function listAppPasswords(db: Db, userId: string): Promise<AppPasswordRow[]> {
  return db
    .selectFrom('appPasswords')
    .select(['id', 'userId', 'name', 'app', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(APP_PASSWORDS_MAX)
    .execute()
}

/** The name of an app password. Undefined when no app password has this id, or when it has ended. */
export async function findAppPasswordName(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('appPasswords').select('name').where('id', '=', id).executeTakeFirst()
  return row?.name
}

export async function countAppPasswords(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('appPasswords')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Ends all app passwords of an account, or the app password with this id.
 * @returns the ids of the app passwords that were ended
 */
export async function endAppPasswords(db: Db, userId: string, at: Date, id?: string): Promise<string[]> {
  const ended = await db
    .deleteFrom('appPasswords')
    .where('userId', '=', userId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .returning(['id', 'userId', 'name', 'secretHash', 'encryptedSecret'])
    .execute()
  if (ended.length === 0) return []
  const endedAt = at.toISOString()
  await db
    .insertInto('endedAppPasswords')
    .values(ended.map((row) => ({ ...row, endedAt })))
    .execute()
  await db
    .deleteFrom('endedAppPasswords')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('endedAppPasswords')
        .select('id')
        .where('userId', '=', userId)
        .orderBy('endedAt', 'desc')
        .orderBy('id', 'desc')
        .offset(ENDED_MAX)
        .limit(1000),
    )
    .execute()
  return ended.map((row) => row.id)
}

export async function deleteEndedBefore(db: Db, time: Date): Promise<void> {
  await db.deleteFrom('endedAppPasswords').where('endedAt', '<=', time.toISOString()).execute()
}

/**
 * Stores the time of the last use of an app password, and the name of the program. Without `app` the stored name stays.
 */
export async function touchAppPassword(
  db: Db,
  { id, app, at }: { id: string; app: string | undefined; at: Date },
): Promise<void> {
  await db
    .updateTable('appPasswords')
    .set({ lastUsedAt: at.toISOString(), ...(app !== undefined && { app }) })
    .where('id', '=', id)
    .execute()
}
