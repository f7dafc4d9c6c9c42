import { ChatMessage, ROOM_ID } from '@tonarchiv/contract/chat'
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

interface CachedPage {
  /** JSON of the messages in ascending order, as it is sent. */
  messagesJson: string
  hasMore: boolean
}

/** Caches pages of the room at one revision, so that they are read once for all clients. */
export interface PageCache {
  /** The current revision of a conversation, read from the database. */
  state(conversationId: string): ReturnType<typeof changes.conversationState>
  at(conversationId: string, revision: number, pageRequest: PageRequest): Promise<CachedPage>
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
      if (conversationId !== ROOM_ID) return readPage(db, conversationId, pageRequest)
      // A page may be newer than the requested revision.
      if (revision > cachedRevision) {
        clear()
        cachedRevision = revision
      }
      const key = `${pageRequest.limit} ${pageRequest.offset} ${pageRequest.before ?? ''} ${pageRequest.after ?? ''}`
      const cached = pages.get(key)
      if (cached !== undefined) return cached
      const page = readPage(db, ROOM_ID, pageRequest)
      pages.set(key, page)
      // A failed read is not cached.
      page.catch(() => pages.peek(key) === page && pages.delete(key))
      return page
    },
  }
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
  const messages = found.slice(0, limit).map(toWire)
  if (after === undefined) messages.reverse()
  return { messagesJson: JSON.stringify(pickMessages(messages)), hasMore: found.length > limit }
}
