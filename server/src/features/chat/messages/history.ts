import type * as contract from '@tonarchiv/contract/chat'
import { type ReadMark, UNREAD_COUNTED } from '@tonarchiv/contract/chat'
import type { ResponseOf } from '@tonarchiv/contract/route'
import { ReadyJson } from '#http/answer.ts'
import type { Services } from '#services.ts'
import type { PageCache, PageRequest } from './page-cache.ts'
import * as changes from '../changes/store.ts'
import * as store from './store.ts'

/** Maximum number of deletions in a response; a client that missed more of them reads the chat again. */
const DELETIONS_MAX = 500

type Db = Pick<Services, 'db'>

/** A page in ascending order, and the deletions since the caller's revision. */
export async function listMessages(
  { db, pages }: Db & { pages: PageCache },
  conversationId: string,
  { revision, ...pageRequest }: PageRequest & { revision?: number | undefined },
): Promise<ReadyJson> {
  // The revision is read first. A change that is made after that may be in the response and be sent again later;
  // clients ignore it then.
  const state = await pages.state(conversationId)
  const { messagesJson, hasMore } = await pages.at(conversationId, state.revision, pageRequest)
  const deletedIds =
    revision === undefined
      ? []
      : await changes.deletedSince(db, { conversationId, revision, limit: DELETIONS_MAX + 1 })
  const isTooMuch =
    revision !== undefined && (revision < state.forgottenRevision || deletedIds.length > DELETIONS_MAX)
  const rest: Omit<ResponseOf<typeof contract.listMessages>, 'messages'> = {
    hasMore,
    revision: state.revision,
    deletedIds: isTooMuch ? [] : deletedIds,
    ...(isTooMuch && { startOver: true }),
  }
  return new ReadyJson(`{"messages":${messagesJson},${JSON.stringify(rest).slice(1)}`)
}

export async function readMark({ db }: Db, userId: string, conversationId: string): Promise<ReadMark> {
  const mark = await store.readMarkOf(db, userId, conversationId)
  const unread = await store.countUnread(db, { userId, conversationId, mark, limit: UNREAD_COUNTED })
  return { lastReadId: mark ?? null, unread }
}

/** Marks messages up to this one as read, but at most up to the newest message. */
export async function moveReadMark(
  { db }: Db,
  userId: string,
  conversationId: string,
  id: string,
): Promise<ReadMark> {
  const { lastId } = await changes.conversationState(db, conversationId)
  const mark = id < lastId ? id : lastId
  if (mark !== '') await store.moveReadMark(db, userId, conversationId, mark)
  return readMark({ db }, userId, conversationId)
}
