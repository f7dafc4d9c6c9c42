import type { Executor } from '#database/prepared.ts'

/** The last message that an account has read in a conversation; undefined before the first one. */
export async function readMarkOf(
  db: Executor,
  userId: string,
  conversationId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('chatReads')
    .select('lastReadId')
    .where('userId', '=', userId)
    .where('conversationId', '=', conversationId)
    .executeTakeFirst()
  return row?.lastReadId
}

/** Advances the mark; it never goes back. */
export async function moveReadMark(
  db: Executor,
  userId: string,
  conversationId: string,
  lastReadId: string,
): Promise<void> {
  await db
    .insertInto('chatReads')
    .values({ userId, conversationId, lastReadId, seenId: null })
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'conversationId'])
        .doUpdateSet({ lastReadId })
        .where('chatReads.lastReadId', '<', lastReadId),
    )
    .execute()
}

/** Moves the mark back to before a message; a mark that is already there stays. */
export async function moveReadMarkBack(
  db: Executor,
  { userId, conversationId, messageId }: { userId: string; conversationId: string; messageId: string },
): Promise<void> {
  const before = await db
    .selectFrom('chatMessages')
    .select('id')
    .where('conversationId', '=', conversationId)
    .where('id', '<', messageId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  // If there is no earlier message, the mark is the message's id without its last character, which sorts before the id.
  const lastReadId = before?.id ?? messageId.slice(0, -1)
  await db
    .updateTable('chatReads')
    .set((eb) => ({
      seenId: eb
        .case()
        .when(eb.or([eb('seenId', 'is', null), eb('seenId', '<', eb.ref('lastReadId'))]))
        .then(eb.ref('lastReadId'))
        .else(eb.ref('seenId'))
        .end(),
      lastReadId,
    }))
    .where('userId', '=', userId)
    .where('conversationId', '=', conversationId)
    .where('lastReadId', '>', lastReadId)
    .execute()
}

interface UnreadRange {
  userId: string
  conversationId: string
  mark: string | undefined
  limit: number
}

/**
 * Counts messages of others after the mark, up to `limit`; without a mark, those since the account was created. Ids of
 * accounts and messages are in the order of their creation, so both are one range of the index.
 */
export async function countUnread(
  db: Executor,
  { userId, conversationId, mark, limit }: UnreadRange,
): Promise<number> {
  const { count } = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('chatMessages')
        .select('chatMessages.id')
        .where('conversationId', '=', conversationId)
        .where('deletedAt', 'is', null)
        .where((or) => or.or([or('userId', 'is', null), or('userId', '!=', userId)]))
        .where('chatMessages.id', '>', mark ?? userId)
        .limit(limit)
        .as('waiting'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
