import type { Executor } from '#database/prepared.ts'

/** Makes two accounts friends without a request. */
export async function befriend(db: Executor, one: { id: string }, other: { id: string }): Promise<void> {
  const createdAt = new Date().toISOString()
  await db
    .insertInto('friendships')
    .values([
      { userId: one.id, friendId: other.id, createdAt },
      { userId: other.id, friendId: one.id, createdAt },
    ])
    .execute()
}
