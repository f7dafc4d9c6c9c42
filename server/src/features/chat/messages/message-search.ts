import type { CardKind } from '@tonarchiv/contract/cards'
import type { ChatMessage } from '@tonarchiv/contract/chat'
import { type Kysely, sql } from 'kysely'
import { isOneOf, prepared } from '#database/prepared.ts'
import type { Schema } from '#database/schema.ts'
import { authorOf } from './to-wire.ts'

type Db = Kysely<Schema>

/** The contents by which a search can filter messages, besides their words and author. */
export type Held = 'image' | 'voice' | 'moment'

/** The messages in which a search looks. */
export interface MessageScope {
  conversationId: string
  /** The id of the author. */
  by?: string | undefined
  /** What the message holds. */
  has?: Held | undefined
  /** With `has: 'moment'`: only moments of this track. */
  trackId?: string | undefined
}

/** Some messages of a scope, newest first, and where the read ended. */
export interface ScannedMessages {
  messages: { id: string; content: string }[]
  /** The id of the oldest message that was read, also if it was deleted and is not in `messages`. */
  last: string | undefined
  isEnd: boolean
}

interface Part {
  before: string | undefined
  limit: number
}

/** The newest messages of a scope before one of them. Deleted messages are omitted. */
export async function scanMessages(db: Db, scope: MessageScope, part: Part): Promise<ScannedMessages> {
  const { has } = scope
  if (has === 'image' || has === 'voice') return withMedia(db, scope, has, part)
  const messages = await byAuthor(db, scope, part)
    .$if(has === 'moment', (query) => query.where(isMoment))
    .execute()
  return { messages, last: messages.at(-1)?.id, isEnd: messages.length < part.limit }
}

/** Written as SQL, because otherwise the index of moments would not be used. */
const isMoment = sql<boolean>`card_kind = 'moment'`

function byAuthor(db: Db, { conversationId, by, trackId }: MessageScope, { before, limit }: Part) {
  return db
    .selectFrom('chatMessages')
    .select(['id', 'content'])
    .where('conversationId', '=', conversationId)
    .where('deletedAt', 'is', null)
    .where('systemKind', 'is', null)
    .$if(by !== undefined, (query) => query.where('userId', '=', by ?? ''))
    .$if(trackId !== undefined, (query) => query.where('cardId', '=', trackId ?? ''))
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
}

/**
 * Reads the media in the order of their messages, and then these messages: in one statement SQLite would read and sort
 * all media first.
 */
async function withMedia(
  db: Db,
  { conversationId, by }: MessageScope,
  has: 'image' | 'voice',
  { before, limit }: Part,
): Promise<ScannedMessages> {
  const rows = await db
    .selectFrom('chatMedia')
    .select('messageId')
    .distinct()
    .where('kind', '=', has)
    .where('messageId', 'is not', null)
    .where('storageName', 'is not', null)
    .$if(by !== undefined, (query) => query.where('userId', '=', by ?? ''))
    .$if(before !== undefined, (query) => query.where('messageId', '<', before ?? ''))
    .orderBy('messageId', 'desc')
    .limit(limit)
    .execute()
  const ids = rows.flatMap(({ messageId }) => messageId ?? [])
  const messages =
    ids.length === 0
      ? []
      : await db
          .selectFrom('chatMessages')
          .select(['id', 'content'])
          .where('id', 'in', ids)
          .where('conversationId', '=', conversationId)
          .where('deletedAt', 'is', null)
          .orderBy('id', 'desc')
          .execute()
  return { messages, last: ids.at(-1), isEnd: ids.length < limit }
}

interface Medium {
  messageId: string | null
  kind: 'image' | 'voice'
}

const selectMedia = prepared<{ ids: readonly string[] }, Medium>((db, slot) =>
  db
    .selectFrom('chatMedia')
    .select(['messageId', 'kind'])
    .where(isOneOf(db, 'messageId', slot('ids')))
    .where('storageName', 'is not', null),
)

/** The kinds of media of messages, by message. */
export async function mediaOf(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<'image' | 'voice'>>> {
  const found = new Map<string, Set<'image' | 'voice'>>()
  for (const { messageId, kind } of ids.length === 0 ? [] : await selectMedia(db, { ids })) {
    if (messageId === null) continue
    const kinds = found.get(messageId) ?? new Set()
    found.set(messageId, kinds.add(kind))
  }
  return found
}

interface FoundRow {
  id: string
  conversationId: string
  userId: string | null
  content: string
  createdAt: string
  cardKind: CardKind | null
  username: string | null
  displayName: string | null
  avatarName: string | null
  mediaType: 'image' | 'voice' | null
  mediaDuration: number | null
}

const selectFound = prepared<{ ids: readonly string[] }, FoundRow>((db, slot) =>
  db
    .selectFrom('chatMessages')
    .leftJoin('users', 'users.id', 'chatMessages.userId')
    .leftJoin('chatMedia', (join) =>
      join
        .onRef('chatMedia.messageId', '=', 'chatMessages.id')
        .on('chatMedia.storageName', 'is not', null)
        .on('chatMedia.position', '=', 0),
    )
    .select([
      'chatMessages.id',
      'chatMessages.conversationId',
      'chatMessages.userId',
      'chatMessages.content',
      'chatMessages.createdAt',
      'chatMessages.cardKind',
      'users.username',
      'users.displayName',
      'users.avatarName',
      'chatMedia.kind as mediaType',
      'chatMedia.durationSeconds as mediaDuration',
    ])
    .where(isOneOf(db, 'chatMessages.id', slot('ids')))
    .where('chatMessages.deletedAt', 'is', null),
)

/** A message as a search shows it; without its reactions, its replies and its other images. */
export type FoundMessage = Pick<
  ChatMessage,
  | 'id'
  | 'content'
  | 'createdAt'
  | 'userId'
  | 'username'
  | 'displayName'
  | 'photoURL'
  | 'mediaType'
  | 'mediaDuration'
> & { isMoment: boolean }

/** Messages of a conversation by id, for those who take part; others and deleted ones are omitted. */
export async function foundMessages(
  db: Db,
  ids: readonly string[],
  conversationId: string,
): Promise<ReadonlyMap<string, FoundMessage>> {
  const rows = ids.length === 0 ? [] : await selectFound(db, { ids })
  const shown = rows.filter((row) => row.conversationId === conversationId)
  return new Map(
    shown.map(({ id, content, createdAt, userId, cardKind, mediaType, mediaDuration, ...author }) => [
      id,
      {
        id,
        content,
        createdAt,
        userId,
        ...authorOf(author),
        mediaType,
        mediaDuration,
        isMoment: cardKind === 'moment',
      },
    ]),
  )
}
