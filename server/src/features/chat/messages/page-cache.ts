import { ChatMessage, ROOM_ID } from '@tonarchiv/contract/chat'
import { PINS_MAX } from '@tonarchiv/contract/chat-changes'
import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import { batch } from '#database/batch.ts'
import { pickerOf } from '#http/answer.ts'
import type { Services } from '#services.ts'
import * as changes from '../changes/store.ts'
import * as store from './store.ts'
import { toWire } from './to-wire.ts'

/** The messages that are requested. */
export interface PageRequest {
  limit: number
  offset: number
  before?: string | undefined
  after?: string | undefined
}

/** Messages as they are sent. */
export interface ReadyMessages {
  json: string
  /** Ids of messages with a reaction whose members are not all named. */
  crowdedIds: readonly string[]
}

export const NO_MESSAGES: ReadyMessages = { json: '[]', crowdedIds: [] }

interface CachedPage {
  /** In ascending order. */
  messages: ReadyMessages
  hasMore: boolean
}

/** Caches pages of the room at one revision, so that they are read once for all clients. */
export interface PageCache {
  /** The current revision of a conversation, read from the database. */
  state(conversationId: string): ReturnType<typeof changes.conversationState>
  at(conversationId: string, revision: number, pageRequest: PageRequest): Promise<CachedPage>
  /** All pinned messages, the last pinned one first. */
  pins(conversationId: string, revision: number): Promise<ReadyMessages>
  /** Call it when names or images of authors have changed. */
  clear(): void
}

const PAGES_MAX = 50
const pickMessages = pickerOf(z.array(ChatMessage))

/**
 * After a restart or a reconnect many clients request the same newest page at once. A page is cached only for
 * the revision at which it was read; and since names and images of authors change without a revision, such a
 * change clears the cache. Pages of other conversations have few readers and are not cached.
 */
export function createPageCache({ db, bus }: Pick<Services, 'db' | 'bus'>): PageCache {
  const pages = new LRUCache<string, Promise<CachedPage>>({ max: PAGES_MAX })
  let cachedRevision = 0
  const clear = () => pages.clear()
  bus.onGap(clear)
  const stateOfRoom = batch(async () => changes.conversationState(db, ROOM_ID))

  return {
    clear,
    state: async (conversationId) =>
      conversationId === ROOM_ID ? stateOfRoom() : changes.conversationState(db, conversationId),
    at: async (conversationId, revision, pageRequest) => {
      const read = async () => readPage(db, conversationId, pageRequest)
      if (conversationId !== ROOM_ID) return read()
      const key = `${pageRequest.limit} ${pageRequest.offset} ${pageRequest.before ?? ''} ${pageRequest.after ?? ''}`
      return cachedAt(revision, key, read)
    },
    pins: async (conversationId, revision) => {
      // Only messages of the room can be pinned.
      if (conversationId !== ROOM_ID) return NO_MESSAGES
      const { messages } = await cachedAt(revision, 'pins', async () => readPins(db))
      return messages
    },
  }

  async function cachedAt(
    revision: number,
    key: string,
    read: () => Promise<CachedPage>,
  ): Promise<CachedPage> {
    // A request with an older revision gets the cached pages of the newer one.
    if (revision > cachedRevision) {
      clear()
      cachedRevision = revision
    }
    const cached = pages.get(key)
    if (cached !== undefined) return cached
    const page = read()
    pages.set(key, page)
    // A failed read is not cached.
    page.catch(() => pages.peek(key) === page && pages.delete(key))
    return page
  }
}

async function readPins(db: Services['db']): Promise<CachedPage> {
  return { messages: readyMessages(await store.listPinned(db, PINS_MAX)), hasMore: false }
}

export function readyMessages(rows: readonly store.MessageRow[]): ReadyMessages {
  const messages = rows.map(toWire)
  const crowded = messages.filter(({ reactions }) =>
    reactions.some(({ count, userIds }) => count > userIds.length),
  )
  return { json: JSON.stringify(pickMessages(messages)), crowdedIds: crowded.map(({ id }) => id) }
}

async function readPage(
  db: Services['db'],
  conversationId: string,
  { limit, offset, before, after }: PageRequest,
): Promise<CachedPage> {
  const found =
    after === undefined
      ? await store.listNewest(db, conversationId, { limit: limit + 1, offset, before })
      : await store.listAfter(db, conversationId, { after, limit: limit + 1 })
  const page = found.slice(0, limit)
  if (after === undefined) page.reverse()
  return { messages: readyMessages(page), hasMore: found.length > limit }
}
