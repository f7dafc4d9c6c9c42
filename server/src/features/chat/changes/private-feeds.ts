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

/** Maximum number of feeds in a process. For other conversations, browsers read missing changes themselves. */
const FEEDS_MAX = 500
/** Maximum number of changed conversations that one announcement names. */
const ANNOUNCED_MAX = 200
/** Maximum number of conversations that `catchUp` reads. */
const CAUGHT_UP_MAX = 500
/**
 * `catchUp` also reads conversations without a feed whose newest message is at most this old. The time includes a
 * reserve for processes whose clocks differ.
 */
const LOOKED_BACK_MS = 60_000

/** The feeds of conversations that only their members receive; each is opened with the first change. */
export interface PrivateFeeds {
  /** Delivers a change that this process has made. */
  publish(conversation: PrivateConversation, change: ChatChange): void
  /** Delivers a change that another process has made. */
  receive(conversation: PrivateConversation, change: ChatChange): void
  /** Call it with the revision of another process: changes up to it that are missing here are read. */
  noteRevision(at: conversations.AtRevision): void
  /** Returns the conversations that this process has changed since the last call. */
  takeChanged(): readonly conversations.AtRevision[]
  /** Reads missed changes of recently changed conversations. Call it when messages between processes may be lost. */
  catchUp(): Promise<void>
  stop(): void
}

interface PrivateFeedsOptions extends Pick<Services, 'db' | 'log'> {
  kinds: ChangeKinds
  sockets: Pick<Sockets, 'connectionsOf' | 'sendLocally'>
}

export function openPrivateFeeds({ db, log, kinds, sockets }: PrivateFeedsOptions): PrivateFeeds {
  const feeds = new LRUCache<string, ConversationFeed>({
    max: FEEDS_MAX,
    dispose: (feed, id) => {
      feed.stop()
      members.delete(id)
    },
  })
  /**
   * The current members of each conversation that has a feed. They are stored apart from the feed, because members join
   * and leave listening rooms.
   */
  const members = new Map<string, readonly string[]>()
  const changed = new Map<string, conversations.AtRevision>()

  /** The feed of a conversation; undefined while no member of it is connected to this process. */
  function feedOf({ id, memberIds }: PrivateConversation, revision: number): ConversationFeed | undefined {
    if (memberIds.every((userId) => sockets.connectionsOf(userId).length === 0)) {
      feeds.delete(id)
      return undefined
    }
    members.set(id, memberIds)
    const open = feeds.get(id)
    if (open !== undefined) return open
    const feed = openConversationFeed({
      db,
      log,
      kinds,
      conversationId: id,
      revision,
      deliver: (change) =>
        sockets.sendLocally(members.get(id) ?? [], frameOf({ ...change, conversationId: id })),
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
