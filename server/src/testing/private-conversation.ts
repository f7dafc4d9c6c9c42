import { newId } from '#platform/ids.ts'
import type { TestApp } from './start-app.ts'

/** Creates a conversation of these members. */
export async function privateConversation(
  { services: { db, now } }: Pick<TestApp, 'services'>,
  members: readonly { id: string }[],
): Promise<string> {
  const id = newId()
  const createdAt = now().toISOString()
  await db
    .insertInto('conversations')
    .values({ id, kind: 'direct', revision: 0, lastId: '', forgottenRevision: 0, createdAt })
    .execute()
  for (const member of members)
    await db.insertInto('conversationMembers').values({ conversationId: id, userId: member.id }).execute()
  return id
}
