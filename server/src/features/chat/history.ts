import { type ChatMessage, type ReadMark, UNREAD_COUNTED } from '@tonarchiv/contract/chat'
import type { Services } from '#services.ts'
import * as store from './store.ts'
import { toWire } from './to-wire.ts'

/** More deletions than this since somebody's last look: they had better read anew. */
const DELETIONS_MAX = 500

interface PageWish {
  limit: number
  offset: number
  before?: string | undefined
  after?: string | undefined
  revision?: number | undefined
}

interface Page {
  messages: ChatMessage[]
  hasMore: boolean
  revision: number
  deletedIds: string[]
  startOver?: true
}

type Db = Pick<Services, 'db'>

/** A page in ascending order, and what was deleted since the reader's last look. */
export async function listMessages(
  { db }: Db,
  { limit, offset, before, after, revision }: PageWish,
): Promise<Page> {
  // Read first: what is changed meanwhile may be in the answer already and is told again, which does no harm.
  const state = await store.chatState(db)
  const found =
    after === undefined
      ? await store.listNewest(db, { limit: limit + 1, offset, before })
      : await store.listAfter(db, after, limit + 1)
  const messages = found.slice(0, limit).map(toWire)
  const deletedIds = revision === undefined ? [] : await store.deletedSince(db, revision, DELETIONS_MAX + 1)
  const isTooMuch =
    revision !== undefined && (revision < state.forgottenRevision || deletedIds.length > DELETIONS_MAX)
  return {
    messages: after === undefined ? messages.toReversed() : messages,
    hasMore: found.length > limit,
    revision: state.revision,
    deletedIds: isTooMuch ? [] : deletedIds,
    ...(isTooMuch && { startOver: true }),
  }
}

export async function readMark({ db }: Db, userId: string): Promise<ReadMark> {
  const mark = await store.readMarkOf(db, userId)
  return { lastReadId: mark ?? null, unread: await store.countUnread(db, userId, mark, UNREAD_COUNTED) }
}

/** Marks everything up to this message as read; nobody can read further than the newest one. */
export async function moveReadMark({ db }: Db, userId: string, id: string): Promise<ReadMark> {
  const { lastId } = await store.chatState(db)
  const mark = id < lastId ? id : lastId
  if (mark !== '') await store.moveReadMark(db, userId, mark)
  return readMark({ db }, userId)
}
