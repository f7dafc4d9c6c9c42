import type { ChatChange } from '@tonarchiv/contract/chat'
import { LRUCache } from 'lru-cache'
import { idAt } from '#platform/ids.ts'
import { frameOf } from '#realtime/frames.ts'
import type { Sockets } from '#realtime/sockets.ts'
import type { Services } from '#services.ts'
import type { PrivateConversation } from '../conversations/conversation.ts'
import * as conversations from '../conversations/store.ts'
import type { ChangeKinds } from './change-kinds.ts'
import { type ConversationFeed, openConversationFeed } from './conversation-feed.ts'

/** Maximum number of conversations whose order a process keeps; of others the browsers read what is missing. */
const FEEDS_MAX = 500
/** Maximum number of changed conversations that one announcement names. */
const ANNOUNCED_MAX = 200
/** Maximum number of conversations that are read at once while messages between processes may be lost. */
const CAUGHT_UP_MAX = 500
/** How old messages may be that are looked for then: clocks of processes differ. */
const LOOKED_BACK_MS = 60_000

/** The feeds of conversations that only their members receive; each is opened with the first change. */
export interface PrivateFeeds {
  /** A change of this process. */
  publish(conversation: PrivateConversation, change: ChatChange): void
  /** A change of another process. */
  receive(conversation: PrivateConversation, change: ChatChange): void
  /** Another process is at this revision. */
  noteRevision(at: conversations.AtRevision): void
  /** Conversations that this process has changed since the last call. */
  takeChanged(): readonly conversations.AtRevision[]
  /** Reads changes that were missed. */
  catchUp(): Promise<void>
  stop(): void
}

interface PrivateFeedsOptions extends Pick<Services, 'db' | 'log'> {
  kinds: ChangeKinds
  sockets: Pick<Sockets, 'connectionsOf' | 'sendLocally'>
}

export function openPrivateFeeds({ db, log, kinds, sockets }: PrivateFeedsOptions): PrivateFeeds {
  const feeds = new LRUCache<string, ConversationFeed>({ max: FEEDS_MAX, dispose: (feed) => feed.stop() })
  const changed = new Map<string, conversations.AtRevision>()

  /** The feed of a conversation; undefined without a browser that it could be sent to. */
  function feedOf({ id, memberIds }: PrivateConversation, revision: number): ConversationFeed | undefined {
    if (memberIds.every((userId) => sockets.connectionsOf(userId).length === 0)) {
      feeds.delete(id)
      return undefined
    }
    const open = feeds.get(id)
    if (open !== undefined) return open
    const feed = openConversationFeed({
      db,
      log,
      kinds,
      conversationId: id,
      revision,
      deliver: (change) => sockets.sendLocally(memberIds, frameOf({ ...change, conversationId: id })),
    })
    feeds.set(id, feed)
    return feed
  }

  const receive: PrivateFeeds['receive'] = (conversation, change) =>
    feedOf(conversation, change.revision - 1)?.receive(change)

  async function readChanged(): Promise<void> {
    const afterId = idAt(Date.now() - LOOKED_BACK_MS)
    const found = await conversations.revisionsOf(db, {
      ids: [...feeds.keys()],
      afterId,
      limit: CAUGHT_UP_MAX,
    })
    for (const { conversation, revision } of found) {
      const feed = feedOf(conversation, revision - 1)
      if (feed !== undefined && feed.revision() < revision) await feed.catchUp()
    }
  }

  let reading: Promise<void> | undefined
  return {
    publish: (conversation, change) => {
      const { revision } = change
      if (changed.size < ANNOUNCED_MAX) changed.set(conversation.id, { conversation, revision })
      receive(conversation, change)
    },
    receive,
    noteRevision: ({ conversation, revision }) => {
      const feed = feedOf(conversation, revision - 1)
      if (feed !== undefined && feed.revision() < revision) feed.catchUpSoon()
    },
    takeChanged: () => {
      const taken = [...changed.values()]
      changed.clear()
      return taken
    },
    catchUp: async () => {
      reading ??= readChanged()
        .catch((error: unknown) => log.warn({ err: error }, 'the conversations could not be read'))
        .finally(() => {
          reading = undefined
        })
      await reading
    },
    stop: () => feeds.clear(),
  }
}
