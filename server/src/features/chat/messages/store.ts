import type { CardKind } from '@tonarchiv/contract/cards'
import { ROOM_ID } from '@tonarchiv/contract/chat'
import { type Kysely, sql } from 'kysely'
import { isOneOf, prepared } from '#database/prepared.ts'
import type { Schema } from '#database/schema.ts'
import { isReadable } from '../conversations/store.ts'

type Db = Kysely<Schema>

interface NewMessage {
  id: string
  conversationId: string
  userId: string
  content: string
  mentions: string
  clientId: string | null
  cardKind: CardKind | null
  cardId: string | null
  cardSecond: number | null
  systemKind: 'upload' | 'premiere' | null
  createdAt: string
  replyTo: string | null
}

const insert = prepared<NewMessage, never>((db, slot) =>
  db.insertInto('chatMessages').values({
    id: slot('id'),
    conversationId: slot('conversationId'),
    userId: slot('userId'),
    content: slot('content'),
    mentions: slot('mentions'),
    clientId: slot('clientId'),
    cardKind: slot('cardKind'),
    cardId: slot('cardId'),
    cardSecond: slot('cardSecond'),
    systemKind: slot('systemKind'),
    createdAt: slot('createdAt'),
    replyTo: slot('replyTo'),
    deletedAt: null,
    editedAt: null,
    reactions: '[]',
    pinnedAt: null,
    album: null,
  }),
)

/** @throws a unique violation when the author has already sent a message with this client id */
export async function insertMessage(trx: Db, row: NewMessage): Promise<void> {
  await insert(trx, row)
}

/** Stores which images a message has; see `albumColumn`. */
export async function setAlbum(trx: Db, id: string, album: string): Promise<void> {
  await trx.updateTable('chatMessages').set({ album }).where('id', '=', id).execute()
}

function messages(db: Db) {
  return db
    .selectFrom('chatMessages')
    .select([
      'id',
      'conversationId',
      'userId',
      'content',
      'mentions',
      'clientId',
      'deletedAt',
      'createdAt',
      'replyTo',
      'editedAt',
      'reactions',
      'pinnedAt',
      'album',
    ])
    .select(['cardKind', 'cardId', 'cardSecond', 'systemKind'])
}
type ChosenMessages = ReturnType<typeof messages>

/**
 * Messages with their authors, their media and the messages that they reply to. Messages of deleted accounts have no
 * author. A subquery selects the messages before the joins, because without statistics the planner would join all
 * messages first.
 */
function withAuthors(db: Db, chosen: ChosenMessages) {
  return db
    .selectFrom(chosen.as('chosen'))
    .leftJoin('users', 'users.id', 'chosen.userId')
    .leftJoin('chatMedia', (join) =>
      join
        .onRef('chatMedia.messageId', '=', 'chosen.id')
        .on('chatMedia.storageName', 'is not', null)
        .on('chatMedia.position', '=', 0),
    )
    .leftJoin('chatMessages as replied', (join) =>
      join.onRef('replied.id', '=', 'chosen.replyTo').on('replied.deletedAt', 'is', null),
    )
    .leftJoin('users as repliedAuthor', 'repliedAuthor.id', 'replied.userId')
    .leftJoin('chatMedia as repliedMedia', (join) =>
      join
        .onRef('repliedMedia.messageId', '=', 'replied.id')
        .on('repliedMedia.storageName', 'is not', null)
        .on('repliedMedia.position', '=', 0),
    )
    .selectAll('chosen')
    .select([
      'users.username',
      'users.displayName',
      'users.avatarName',
      'chatMedia.name as mediaName',
      'chatMedia.kind',
      'chatMedia.sizeBytes',
      'chatMedia.durationSeconds',
      'chatMedia.width',
      'chatMedia.height',
      'chatMedia.peaks',
      'chatMedia.fileName',
      'replied.userId as repliedUserId',
      'replied.content as repliedContent',
      'replied.cardKind as repliedCardKind',
      'replied.cardId as repliedCardId',
      'replied.cardSecond as repliedCardSecond',
      'repliedAuthor.username as repliedUsername',
      'repliedAuthor.displayName as repliedDisplayName',
      'repliedMedia.name as repliedMediaName',
      'repliedMedia.kind as repliedKind',
      'repliedMedia.width as repliedWidth',
      'repliedMedia.height as repliedHeight',
    ])
}
export type MessageRow = Awaited<ReturnType<ReturnType<typeof withAuthors>['execute']>>[number]

/** Sorts after the ids of all messages, which are hexadecimal. */
const AFTER_ALL_IDS = 'z'

interface NewestWanted {
  conversationId: string
  /** Only messages with a smaller id. */
  before: string
  limit: number
  offset: number
}

const selectNewest = prepared<NewestWanted, MessageRow>((db, slot) => {
  const chosen = messages(db)
    .where('conversationId', '=', slot('conversationId'))
    .where('deletedAt', 'is', null)
    .where('id', '<', slot('before'))
    .orderBy('id', 'desc')
    .limit(slot('limit'))
    .offset(slot('offset'))
  return withAuthors(db, chosen).orderBy('chosen.id', 'desc')
})

/** Newest first. */
export async function listNewest(
  db: Db,
  conversationId: string,
  { limit, offset, before = AFTER_ALL_IDS }: { limit: number; offset: number; before?: string | undefined },
): Promise<MessageRow[]> {
  return selectNewest(db, { conversationId, before, limit, offset })
}

const selectAfter = prepared<{ conversationId: string; after: string; limit: number }, MessageRow>(
  (db, slot) => {
    const chosen = messages(db)
      .where('conversationId', '=', slot('conversationId'))
      .where('deletedAt', 'is', null)
      .where('id', '>', slot('after'))
      .orderBy('id')
      .limit(slot('limit'))
    return withAuthors(db, chosen).orderBy('chosen.id')
  },
)

/** Oldest first. */
export async function listAfter(
  db: Db,
  conversationId: string,
  { after, limit }: { after: string; limit: number },
): Promise<MessageRow[]> {
  return selectAfter(db, { conversationId, after, limit })
}

const isPinned = sql<boolean>`pinned_at is not null`

/** Pinned messages, the last pinned one first. */
export async function listPinned(db: Db, limit: number): Promise<MessageRow[]> {
  const chosen = messages(db).where(isPinned).orderBy('pinnedAt', 'desc').orderBy('id', 'desc').limit(limit)
  return withAuthors(db, chosen).orderBy('chosen.pinnedAt', 'desc').orderBy('chosen.id', 'desc').execute()
}

export async function countPinned(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('chatMessages')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(isPinned)
    .executeTakeFirstOrThrow()
  return count
}

export async function replacePinnedAt(trx: Db, id: string, pinnedAt: string | null): Promise<void> {
  await trx.updateTable('chatMessages').set({ pinnedAt }).where('id', '=', id).execute()
}

export async function findMessage(db: Db, id: string): Promise<MessageRow | undefined> {
  return withAuthors(db, messages(db).where('id', '=', id).where('deletedAt', 'is', null)).executeTakeFirst()
}

/** The message that the account has sent with that client id; it may be a deleted one. */
export async function findByClientId(
  db: Db,
  userId: string,
  clientId: string,
): Promise<MessageRow | undefined> {
  return withAuthors(
    db,
    messages(db).where('userId', '=', userId).where('clientId', '=', clientId),
  ).executeTakeFirst()
}

const selectByIds = prepared<{ ids: readonly string[] }, MessageRow>((db, slot) =>
  withAuthors(db, messages(db).where(isOneOf(db, 'id', slot('ids')))),
)

/** The newest messages whose card is a moment of this track, among those that the reader may read, in any order. */
export async function listMoments(
  db: Db,
  { trackId, readerId, limit }: { trackId: string; readerId: string; limit: number },
): Promise<MessageRow[]> {
  const chosen = messages(db)
    // Written as SQL, because otherwise the index of moments would not be used.
    .where(sql<boolean>`card_kind = 'moment'`)
    .where('cardId', '=', trackId)
    .where('deletedAt', 'is', null)
    .where((eb) => isReadable(eb, readerId))
    .orderBy('id', 'desc')
    .limit(limit)
  return withAuthors(db, chosen).execute()
}

const selectReplies = prepared<{ ids: readonly string[]; limit: number }, Reply>((db, slot) =>
  db
    .selectFrom('chatMessages')
    .select(['replyTo', 'userId'])
    .where(isOneOf(db, 'replyTo', slot('ids')))
    .where('deletedAt', 'is', null)
    .orderBy('id', 'desc')
    .limit(slot('limit')),
)

interface Reply {
  replyTo: string | null
  userId: string | null
}

/** The newest replies to these messages, newest first. */
export async function listReplies(db: Db, ids: readonly string[], limit: number): Promise<Reply[]> {
  return ids.length === 0 ? [] : selectReplies(db, { ids, limit })
}

/** Messages with these ids, deleted ones included, in any order. */
export async function findMessages(db: Db, ids: readonly string[]): Promise<MessageRow[]> {
  return selectByIds(db, { ids })
}

interface Content {
  id: string
  content: string
  userId: string | null
  cardKind: CardKind | null
}

const selectContents = prepared<{ ids: readonly string[] }, Content>((db, slot) =>
  db
    .selectFrom('chatMessages')
    .select(['id', 'content', 'userId', 'cardKind'])
    .where(isOneOf(db, 'id', slot('ids')))
    .where('conversationId', '=', ROOM_ID)
    .where('deletedAt', 'is', null)
    .where('content', '<>', ''),
)

/** The texts of these messages. Messages that are deleted, have no text or are not in the room are omitted. */
export async function contentsOf(db: Db, ids: readonly string[]): Promise<Content[]> {
  return selectContents(db, { ids })
}

/**
 * Deletes the content of a message, its former texts and its reactions. Undefined when there is no such message, or
 * when `userId` is given and this account did not write the message.
 */
export async function emptyMessage(
  trx: Db,
  id: string,
  userId: string | undefined,
  at: string,
): Promise<{ userId: string | null } | undefined> {
  const row = await trx.selectFrom('chatMessages').select('userId').where('id', '=', id).executeTakeFirst()
  const { numUpdatedRows } = await trx
    .updateTable('chatMessages')
    .set({
      content: '',
      mentions: '[]',
      replyTo: null,
      editedAt: null,
      reactions: '[]',
      pinnedAt: null,
      cardKind: null,
      cardId: null,
      cardSecond: null,
      album: null,
      deletedAt: at,
    })
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .$if(userId !== undefined, (query) =>
      query.where('userId', '=', userId ?? '').where('systemKind', 'is', null),
    )
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return undefined
  await trx.deleteFrom('chatVersions').where('messageId', '=', id).execute()
  await trx.deleteFrom('chatReactions').where('messageId', '=', id).execute()
  return row
}

const REMOVED_AT_ONCE = 500

/** Deletes rows of deleted messages. */
export async function removeMessages(trx: Db, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += REMOVED_AT_ONCE)
    await trx
      .deleteFrom('chatMessages')
      .where('id', 'in', ids.slice(from, from + REMOVED_AT_ONCE))
      .execute()
}
