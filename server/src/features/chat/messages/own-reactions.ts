import { type Executor, isOneOf, prepared } from '#database/prepared.ts'

const selectOwn = prepared<
  { userId: string; messageIds: readonly string[] },
  { messageId: string; emoji: string }
>((db, slot) =>
  db
    .selectFrom('chatReactions')
    .select(['messageId', 'emoji'])
    .where('userId', '=', slot('userId'))
    .where(isOneOf(db, 'message_id', slot('messageIds'))),
)

/** The reactions of a member to these messages. */
export async function ownReactions(
  db: Executor,
  userId: string,
  messageIds: readonly string[],
): Promise<{ messageId: string; emoji: string }[]> {
  return messageIds.length === 0 ? [] : selectOwn(db, { userId, messageIds })
}
