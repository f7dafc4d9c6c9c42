import { ChatMessage } from '@tonarchiv/contract/chat'
import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import { batch } from '#database/batch.ts'
import { pickerOf } from '#http/answer.ts'
import type { Services } from '#services.ts'
import * as changes from '../changes/store.ts'
import * as store from './store.ts'
import { toWire } from './to-wire.ts'

/** Which messages are requested. */
export interface PageRequest {
  limit: number
  offset: number
  before?: string | undefined
  after?: string | undefined
}

interface CachedPage {
  /** JSON of the messages in ascending order, as they leave. */
  messagesJson: string
  hasMore: boolean
}

/** Pages as they are at one revision of the chat, read once for all who ask. */
export interface PageCache {
  /** How far the chat is, asked of the database. */
  state(): ReturnType<typeof changes.chatState>
  at(revision: number, pageRequest: PageRequest): Promise<CachedPage>
  /** Names or images of authors have changed. */
  clear(): void
}

const PAGES_MAX = 50
const pickMessages = pickerOf(z.array(ChatMessage))

/**
 * After a restart, or when a line is back, everyone requests the same newest page at once. Nothing outlives the revision
 * that it was read for; and since names and images of authors change without one, nothing outlives a change of theirs.
 */
export function createPageCache({ db, bus }: Pick<Services, 'db' | 'bus'>): PageCache {
  const pages = new LRUCache<string, Promise<CachedPage>>({ max: PAGES_MAX })
  let cachedRevision = 0
  const clear = () => pages.clear()
  bus.onGap(clear)

  return {
    clear,
    state: batch(async () => changes.chatState(db)),
    at: async (revision, pageRequest) => {
      // A page that holds more than was requested does no harm.
      if (revision > cachedRevision) {
        clear()
        cachedRevision = revision
      }
      const key = `${pageRequest.limit} ${pageRequest.offset} ${pageRequest.before ?? ''} ${pageRequest.after ?? ''}`
      const cached = pages.get(key)
      if (cached !== undefined) return cached
      const page = readPage(db, pageRequest)
      pages.set(key, page)
      // The next one tries again.
      page.catch(() => pages.peek(key) === page && pages.delete(key))
      return page
    },
  }
}

async function readPage(
  db: Services['db'],
  { limit, offset, before, after }: PageRequest,
): Promise<CachedPage> {
  const found =
    after === undefined
      ? await store.listNewest(db, { limit: limit + 1, offset, before })
      : await store.listAfter(db, after, limit + 1)
  const messages = found.slice(0, limit).map(toWire)
  if (after === undefined) messages.reverse()
  return { messagesJson: JSON.stringify(pickMessages(messages)), hasMore: found.length > limit }
}
