import { type Kysely, sql } from 'kysely'
import { isOneOf, prepared } from '#database/prepared.ts'
import type { Schema } from '#database/schema.ts'

type Db = Kysely<Schema>

/** The messages in which a search looks. */
export interface MessageScope {
  conversationId: string
  /** The id of the author. */
  by?: string | undefined
  /** What the message holds. */
  has?: 'image' | 'voice' | 'moment' | undefined
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
 * Reads the media in the order of their messages, and then these messages: in one statement SQLite would read and sort all
 * media first.
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

/** Whether the scope has at most `most` messages in all conversations, deleted ones included. */
export async function isSmallScope(db: Db, { by, has }: MessageScope, most: number): Promise<boolean> {
  if (has === 'moment') return isRareMoment(db, most)
  const ids =
    has === undefined
      ? db
          .selectFrom('chatMessages')
          .select('id')
          .where('userId', '=', by ?? '')
          .limit(most + 1)
          .as('some')
      : db
          .selectFrom('chatMedia')
          .select('messageId as id')
          .where('kind', '=', has)
          .where('messageId', 'is not', null)
          .$if(by !== undefined, (query) => query.where('userId', '=', by ?? ''))
          .limit(most + 1)
          .as('some')
  const { count } = await db
    .selectFrom(ids)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count <= most
}

async function isRareMoment(db: Db, most: number): Promise<boolean> {
  const moments = db
    .selectFrom('chatMessages')
    .select('id')
    .where(isMoment)
    .limit(most + 1)
  const { count } = await db
    .selectFrom(moments.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count <= most
}

interface Held {
  id: string
  userId: string | null
  cardKind: string | null
}

const selectHeld = prepared<{ ids: readonly string[] }, Held>((db, slot) =>
  db
    .selectFrom('chatMessages')
    .select(['id', 'userId', 'cardKind'])
    .where(isOneOf(db, 'id', slot('ids')))
    .where('deletedAt', 'is', null),
)

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

/**
 * The ids of those messages that are in a scope. Media are read in a statement of their own, because for a join
 * PostgreSQL would read the media of all messages.
 */
export async function idsInScope(
  db: Db,
  { by, has }: MessageScope,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const wanted = has === 'image' || has === 'voice' ? await withMediaOf(db, ids, has) : ids
  const rows = wanted.length === 0 ? [] : await selectHeld(db, { ids: wanted })
  const inScope = rows.filter(
    ({ userId, cardKind }) =>
      (by === undefined || userId === by) && (has !== 'moment' || cardKind === 'moment'),
  )
  return new Set(inScope.map(({ id }) => id))
}

async function withMediaOf(db: Db, ids: readonly string[], has: 'image' | 'voice'): Promise<string[]> {
  const media = ids.length === 0 ? [] : await selectMedia(db, { ids })
  return [...new Set(media.flatMap(({ messageId, kind }) => (kind === has ? (messageId ?? []) : [])))]
}
