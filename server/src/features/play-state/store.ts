import type { Kysely, Selectable } from 'kysely'
import type { Schema } from '#database/schema.ts'

type Db = Kysely<Schema>
type Saved = Omit<Selectable<Schema['playStates']>, 'revision'>

/**
 * Saves the play state unless another device has saved one since this revision. Revision 0 means that the account had
 * no state.
 * @returns the new revision; undefined when the given revision is outdated
 */
export async function saveState(db: Db, revision: number, saved: Saved): Promise<number | undefined> {
  const { userId, ...values } = saved
  if (revision === 0) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('playStates')
      .values({ ...saved, revision: 1 })
      .onConflict((conflict) => conflict.column('userId').doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n ? 1 : undefined
  }
  const row = await db
    .updateTable('playStates')
    .set({ ...values, revision: revision + 1 })
    .where('userId', '=', userId)
    .where('revision', '=', revision)
    .returning('revision')
    .executeTakeFirst()
  return row?.revision
}

export async function saveQueue(db: Db, userId: string, queue: string): Promise<void> {
  await db
    .insertInto('playQueues')
    .values({ userId, queue })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ queue }))
    .execute()
}

/** Saves only the position. False when another device has saved a state since this revision. */
export async function savePosition(db: Db, revision: number, saved: Saved): Promise<boolean> {
  const { userId, ...values } = saved
  const { numUpdatedRows } = await db
    .updateTable('playStates')
    .set(values)
    .where('userId', '=', userId)
    .where('revision', '=', revision)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function readState(db: Db, userId: string) {
  return db
    .selectFrom('playStates')
    .innerJoin('playQueues', 'playQueues.userId', 'playStates.userId')
    .selectAll('playStates')
    .select('playQueues.queue')
    .where('playStates.userId', '=', userId)
    .executeTakeFirst()
}
