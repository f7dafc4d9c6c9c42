import type { TestApp } from './start-app.ts'

/** Makes two accounts friends without a request. */
export async function befriend(app: TestApp, one: { id: string }, other: { id: string }): Promise<void> {
  const createdAt = new Date().toISOString()
  await app.services.db
    .insertInto('friendships')
    .values([
      { userId: one.id, friendId: other.id, createdAt },
      { userId: other.id, friendId: one.id, createdAt },
    ])
    .execute()
}
