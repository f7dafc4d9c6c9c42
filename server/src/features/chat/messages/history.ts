import { messageNotFound } from '@tonarchiv/contract/chat-refusals'
import type * as contract from '@tonarchiv/contract/chat'
import { type ReadMark, UNREAD_COUNTED } from '@tonarchiv/contract/chat'
import type { ResponseOf } from '@tonarchiv/contract/route'
import { ReadyJson } from '#http/answer.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { ownReactions } from './own-reactions.ts'
import {
  NO_MESSAGES,
  type PageCache,
  type PageRequest,
  readyMessages,
  type ReadyMessages,
} from './page-cache.ts'
import * as changes from '../changes/store.ts'
import * as marks from './read-marks-store.ts'
import * as store from './store.ts'

/** Maximum number of deletions in a response; a client that missed more of them reads the chat again. */
const DELETIONS_MAX = 500
/** Maximum number of changed messages in a response; a client that missed more of them reads the chat again. */
const CHANGED_MAX = 200

type Db = Pick<Services, 'db'>

/** A page in ascending order, and the changes since the caller's revision. */
export async function listMessages(
  { db, pages }: Db & { pages: PageCache },
  { conversationId, callerId }: { conversationId: string; callerId: string },
  { revision, ...pageRequest }: PageRequest & { revision?: number | undefined },
): Promise<ReadyJson> {
  // The revision is read first. A change that is made after that may be in the response and be sent again later;
  // clients ignore it then.
  const state = await pages.state(conversationId)
  const { after, before, offset } = pageRequest
  const { messages, hasMore } = await pages.at(conversationId, state.revision, pageRequest)
  const missed =
    revision === undefined
      ? NOTHING_MISSED
      : revision < state.forgottenRevision
        ? undefined
        : await readMissed(db, { conversationId, revision, after }, hasMore)
  const isNewest = after === undefined && before === undefined && offset === 0
  const pins = isNewest ? await pages.pins(conversationId, state.revision) : undefined
  const { deletedIds, changed } = missed ?? NOTHING_MISSED
  const crowdedIds = [messages, changed, pins].flatMap((list) => list?.crowdedIds ?? [])
  const rest: Omit<ResponseOf<typeof contract.listMessages>, 'messages' | 'changed' | 'pins'> = {
    hasMore,
    revision: state.revision,
    deletedIds,
    ownReactions: await ownReactions(db, callerId, [...new Set(crowdedIds)]),
    ...(missed === undefined && { startOver: true }),
  }
  const lists = Object.entries({ messages, changed, pins }).flatMap(([name, list]) =>
    list === undefined ? [] : `"${name}":${list.json}`,
  )
  return new ReadyJson(`{${lists.join(',')},${JSON.stringify(rest).slice(1)}`)
}

interface Missed {
  deletedIds: string[]
  changed: ReadyMessages
}

const NOTHING_MISSED: Missed = { deletedIds: [], changed: NO_MESSAGES }

/** The changes since a revision that the client has missed; undefined when they are too many for one response. */
async function readMissed(
  db: Services['db'],
  known: { conversationId: string; revision: number; after: string | undefined },
  hasMore: boolean,
): Promise<Missed | undefined> {
  const deletedIds = await changes.deletedSince(db, { ...known, limit: DELETIONS_MAX + 1 })
  if (deletedIds.length > DELETIONS_MAX) return undefined
  const { after } = known
  // Changed messages are added to the last page only, because the client requests all pages since the same revision.
  if (hasMore || after === undefined) return { ...NOTHING_MISSED, deletedIds }
  const ids = await changes.changedSince(db, { ...known, lastKnownId: after, limit: CHANGED_MAX + 1 })
  if (ids.length > CHANGED_MAX) return undefined
  const rows = ids.length === 0 ? [] : await store.findMessages(db, ids)
  return { deletedIds, changed: readyMessages(rows.filter(({ deletedAt }) => deletedAt === null)) }
}

export async function readMark({ db }: Db, userId: string, conversationId: string): Promise<ReadMark> {
  const mark = await marks.readMarkOf(db, userId, conversationId)
  const unread = await marks.countUnread(db, { userId, conversationId, mark, limit: UNREAD_COUNTED })
  return { lastReadId: mark ?? null, unread }
}

/**
 * Marks a message and all later ones as unread.
 * @throws Refused `messageNotFound`, also for a message of another conversation
 */
export async function markUnread(
  { db }: Db,
  userId: string,
  conversationId: string,
  messageId: string,
): Promise<ReadMark> {
  const [message] = await store.findMessages(db, [messageId])
  if (message === undefined || message.deletedAt !== null || message.conversationId !== conversationId)
    throw new Refused(messageNotFound)
  await marks.moveReadMarkBack(db, { userId, conversationId, messageId })
  return readMark({ db }, userId, conversationId)
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
  if (mark !== '') await marks.moveReadMark(db, userId, conversationId, mark)
  return readMark({ db }, userId, conversationId)
}
