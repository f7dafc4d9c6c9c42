import type { Selectable } from 'kysely'
import type { Database } from '#database/open.ts'
import { type Executor, isOneOf, prepared } from '#database/prepared.ts'
import type { Schema } from '#database/schema.ts'

export type SettingsRow = Selectable<Schema['notificationSettings']>

const selectSettings = prepared<{ userIds: readonly string[] }, SettingsRow>((db, slot) =>
  db
    .selectFrom('notificationSettings')
    .selectAll()
    .where(isOneOf(db, 'userId', slot('userIds'))),
)

/** The settings rows of these accounts. An account that has never changed its settings has no row. */
export async function findSettings(db: Executor, userIds: readonly string[]): Promise<SettingsRow[]> {
  return userIds.length === 0 ? [] : selectSettings(db, { userIds })
}

/** The row of an account, made from `fresh` if there is none, and locked until the end of the transaction. */
export async function lockSettings(
  trx: Executor,
  kind: Database['kind'],
  userId: string,
  fresh: SettingsRow,
): Promise<SettingsRow> {
  await trx
    .insertInto('notificationSettings')
    .values(fresh)
    .onConflict((conflict) => conflict.column('userId').doNothing())
    .execute()
  return trx
    .selectFrom('notificationSettings')
    .selectAll()
    .where('userId', '=', userId)
    .$if(kind === 'postgres', (query) => query.forUpdate())
    .executeTakeFirstOrThrow()
}

export async function updateSettings(
  trx: Executor,
  userId: string,
  changed: Partial<Omit<SettingsRow, 'userId'>>,
): Promise<void> {
  await trx.updateTable('notificationSettings').set(changed).where('userId', '=', userId).execute()
}
