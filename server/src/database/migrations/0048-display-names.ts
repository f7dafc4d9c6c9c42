import { nameSkeleton } from '@tonarchiv/contract/similar-names'
import { type Kysely, sql } from 'kysely'

interface TablesOfThatDay {
  users: { id: string; username: string; displayName: string | null; usernameSkeleton: string | null }
  displayNames: { skeleton: string; userId: string }
}

const USERS_AT_ONCE = 500

/** Display names are compared by what readers see of them. Of names that are similar already, the oldest account's counts. */
export async function up(db: Kysely<TablesOfThatDay>): Promise<void> {
  await db.schema
    .createTable('display_names')
    .addColumn('skeleton', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().unique().references('users.id').onDelete('cascade'),
    )
    .execute()
  await sql`alter table users add column username_skeleton text`.execute(db)
  await db.schema.createIndex('users_by_username_skeleton').on('users').column('username_skeleton').execute()
  let last = ''
  for (;;) {
    const users = await db
      .selectFrom('users')
      .select(['id', 'username', 'displayName'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(USERS_AT_ONCE)
      .execute()
    for (const { id, username, displayName: name } of users) {
      await db
        .updateTable('users')
        .set({ usernameSkeleton: nameSkeleton(username) })
        .where('id', '=', id)
        .execute()
      if (name !== null)
        await db
          .insertInto('displayNames')
          .values({ skeleton: nameSkeleton(name), userId: id })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
    }
    const end = users.at(-1)
    if (end === undefined) return
    last = end.id
  }
}
