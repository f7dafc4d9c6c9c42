import { ChatMessage } from '@tonarchiv/contract/chat'
import * as z from 'zod/mini'
import { doTogether } from '#database/do-together.ts'
import { pickerOf } from '#http/answer.ts'
import type { Services } from '#services.ts'
import * as changes from '../changes/store.ts'
import * as store from './store.ts'
import { toWire } from './to-wire.ts'

/** Which messages are asked for. */
export interface PageWish {
  limit: number
  offset: number
  before?: string | undefined
  after?: string | undefined
}

interface KnownPage {
  /** JSON of the messages in ascending order, as they leave. */
  messagesJson: string
  hasMore: boolean
}

/** Pages as they are at one revision of the chat, read once for all who ask. */
export interface KnownPages {
  /** How far the chat is, asked of the database. */
  state(): ReturnType<typeof changes.chatState>
  at(revision: number, wish: PageWish): Promise<KnownPage>
}

const PAGES_KEPT = 50
const pickMessages = pickerOf(z.array(ChatMessage))

/**
 * After a restart, or when a line is back, everyone asks for the same newest page at once. Nothing outlives the revision
 * that it was read for; and since names and pictures of authors change without one, nothing outlives a change of theirs.
 */
export function knownPages({
  db,
  bus,
  announcements,
}: Pick<Services, 'db' | 'bus' | 'announcements'>): KnownPages {
  const pages = new Map<string, Promise<KnownPage>>()
  let known = 0
  const forget = () => pages.clear()
  announcements.listen('profileChanged', forget)
  announcements.listen('accountDeleted', forget)
  bus.onGap(forget)

  return {
    state: doTogether(async () => changes.chatState(db)),
    at: async (revision, wish) => {
      // A page that holds more than was asked for does no harm.
      if (revision > known) {
        forget()
        known = revision
      }
      const key = `${wish.limit} ${wish.offset} ${wish.before ?? ''} ${wish.after ?? ''}`
      const kept = pages.get(key)
      if (kept !== undefined) return kept
      const page = readPage(db, wish)
      const [oldest] = pages.keys()
      if (pages.size >= PAGES_KEPT && oldest !== undefined) pages.delete(oldest)
      pages.set(key, page)
      // The next one tries again.
      page.catch(() => pages.get(key) === page && pages.delete(key))
      return page
    },
  }
}

async function readPage(db: Services['db'], { limit, offset, before, after }: PageWish): Promise<KnownPage> {
  const found =
    after === undefined
      ? await store.listNewest(db, { limit: limit + 1, offset, before })
      : await store.listAfter(db, after, limit + 1)
  const messages = found.slice(0, limit).map(toWire)
  if (after === undefined) messages.reverse()
  return { messagesJson: JSON.stringify(pickMessages(messages)), hasMore: found.length > limit }
}
