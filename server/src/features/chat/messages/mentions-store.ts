import { sql } from 'kysely'
import type { Executor } from '#database/prepared.ts'

/** Verified members with these usernames. */
export async function findUsers(
  db: Executor,
  usernames: readonly string[],
): Promise<{ userId: string; username: string }[]> {
  if (usernames.length === 0) return []
  return db
    .selectFrom('users')
    .select(['id as userId', 'username'])
    .where('username', 'in', usernames)
    .where('emailVerified', '=', 1)
    .execute()
}

/** Messages that mention members, in the order of their ids. */
export async function listMentioning(
  db: Executor,
  after: string,
  limit: number,
): Promise<{ id: string; content: string; mentions: string }[]> {
  return (
    db
      .selectFrom('chatMessages')
      .select(['id', 'content', 'mentions'])
      // Written as SQL, because otherwise the index of these messages would not be used.
      .where(sql<boolean>`mentions <> '[]'`)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute()
  )
}

/** Replaces the text and the mentions, unless the message was deleted in the meantime. */
export async function replaceMentions(
  db: Executor,
  before: { id: string; mentions: string },
  content: string,
  mentions: string,
): Promise<void> {
  await db
    .updateTable('chatMessages')
    .set({ content, mentions })
    .where('id', '=', before.id)
    .where('mentions', '=', before.mentions)
    .execute()
}
