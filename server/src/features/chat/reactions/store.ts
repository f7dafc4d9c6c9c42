import type { Person } from '@tonarchiv/contract/presence'
import type { Executor } from '#database/prepared.ts'

export interface ReactionKey {
  messageId: string
  emoji: string
  userId: string
}

export interface NewReaction extends ReactionKey {
  revision: number
  createdAt: string
}

/** False when the row exists already. */
export async function insertReaction(trx: Executor, row: NewReaction): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('chatReactions')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** False when there is no such row. */
export async function deleteReaction(trx: Executor, key: ReactionKey): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('chatReactions')
    .where('messageId', '=', key.messageId)
    .where('emoji', '=', key.emoji)
    .where('userId', '=', key.userId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Stores the counts of a message; `json` as in `chatMessages.reactions`. */
export async function replaceReactions(trx: Executor, messageId: string, json: string): Promise<void> {
  await trx.updateTable('chatMessages').set({ reactions: json }).where('id', '=', messageId).execute()
}

/** The first members who have added this emoji. */
export async function firstReactors(
  db: Executor,
  { messageId, emoji }: Pick<ReactionKey, 'messageId' | 'emoji'>,
  count: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('chatReactions')
    .select('userId')
    .where('messageId', '=', messageId)
    .where('emoji', '=', emoji)
    .orderBy('revision')
    .limit(count)
    .execute()
  return rows.map(({ userId }) => userId)
}

/** The members who have added this emoji, without those whom the viewer has blocked or who have blocked the viewer. */
export async function listReactors(
  db: Executor,
  { messageId, emoji, viewerId }: Pick<ReactionKey, 'messageId' | 'emoji'> & { viewerId: string },
  { limit, offset }: { limit: number; offset: number },
): Promise<Person[]> {
  const rows = await db
    .selectFrom('chatReactions')
    .innerJoin('users', 'users.id', 'chatReactions.userId')
    .select(['users.id', 'users.username', 'users.displayName', 'users.avatarName'])
    .where('messageId', '=', messageId)
    .where('emoji', '=', emoji)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('blocks')
            .select('blocks.createdAt')
            .where((block) =>
              block.or([
                block('blocks.userId', '=', viewerId).and('blockedId', '=', block.ref('users.id')),
                block('blockedId', '=', viewerId).and('blocks.userId', '=', block.ref('users.id')),
              ]),
            ),
        ),
      ),
    )
    .orderBy('chatReactions.revision')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ id, username, displayName, avatarName }) => ({
    id,
    username,
    displayName: displayName ?? username,
    photoURL: avatarName === null ? null : `/api/avatar/${avatarName}`,
  }))
}

/** Reactions of an account, for its export. */
export async function reactionsOf(
  db: Executor,
  userId: string,
): Promise<{ messageId: string; emoji: string; createdAt: string }[]> {
  return db
    .selectFrom('chatReactions')
    .select(['messageId', 'emoji', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('messageId')
    .orderBy('revision')
    .execute()
}

/** Reactions of deleted accounts, or only of the deleted account `userId`. */
export async function orphanedReactions(
  db: Executor,
  userId: string | undefined,
  limit: number,
): Promise<ReactionKey[]> {
  return db
    .selectFrom('chatReactions')
    .leftJoin('users', 'users.id', 'chatReactions.userId')
    .select(['messageId', 'emoji', 'userId'])
    .where('users.id', 'is', null)
    .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? ''))
    .limit(limit)
    .execute()
}
