import { newId } from '#platform/ids.ts'
import type { TestApp } from './start-app.ts'

/** Makes two members friends and creates their conversation. */
export async function privateConversation(
  { services: { db, now } }: Pick<TestApp, 'services'>,
  [one, other]: readonly [{ id: string }, { id: string }],
): Promise<string> {
  const id = newId()
  const createdAt = now().toISOString()
  const pair = [one.id, other.id].sort().join(':')
  await db
    .insertInto('conversations')
    .values({ id, kind: 'direct', revision: 0, lastId: '', forgottenRevision: 0, pair, createdAt })
    .execute()
  for (const [userId, friendId] of [
    [one.id, other.id],
    [other.id, one.id],
  ] as const) {
    await db.insertInto('conversationMembers').values({ conversationId: id, userId }).execute()
    await db.insertInto('friendships').values({ userId, friendId, createdAt }).execute()
  }
  return id
}
