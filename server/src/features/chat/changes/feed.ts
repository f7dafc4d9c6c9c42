import { ChatChange, ROOM_ID } from '@tonarchiv/contract/chat'
import * as z from 'zod/mini'
import { frameOf } from '#realtime/frames.ts'
import type { Sockets } from '#realtime/sockets.ts'
import type { Services } from '#services.ts'
import { type Conversation, isPrivate } from '../conversations/conversation.ts'
import type { ChangeKinds } from './change-kinds.ts'
import { openConversationFeed } from './conversation-feed.ts'
import type { RestrictedMembers } from '../order/restricted-members.ts'
import { openPrivateFeeds } from './private-feeds.ts'
import * as store from './store.ts'
import { groupCommit, type Write } from './group-commit.ts'

/** Interval at which each process publishes its revisions, so that the others notice a lost message. */
const ANNOUNCE_EVERY_MS = 5000

const PrivateConversation = z.object({ id: z.string(), memberIds: z.array(z.string()) })
const FeedMessage = z.discriminatedUnion('kind', [
  /** A change of the room. */
  z.object({ kind: z.literal('change'), change: ChatChange }),
  /** A change of a conversation that only its members receive. */
  z.object({ kind: z.literal('privateChange'), conversation: PrivateConversation, change: ChatChange }),
  /** The revision of the room at the publishing process. */
  z.object({ kind: z.literal('poke'), revision: z.number() }),
  /** Revisions of conversations that the publishing process has changed. */
  z.object({
    kind: z.literal('privateRevisions'),
    changed: z.array(z.object({ conversation: PrivateConversation, revision: z.number() })),
  }),
])

/**
 * Sends the changes of conversations to the browsers that are connected to this process. Each browser receives the
 * changes of its member's conversations exactly once and in the order of revisions. Changes of other processes are
 * included, also when messages between the processes were lost.
 */
export interface Feed {
  /**
   * Runs transactions that change the chat, one after the other. The function may only use its transaction.
   * @throws Refused `overloaded` when it has to wait for too long
   */
  write: Write
  /** Sends a change that has been committed to those who take part in its conversation. */
  publish(conversation: Conversation, change: ChatChange): void
  close(): void
}

export async function openFeed(
  { db, bus, log }: Pick<Services, 'db' | 'bus' | 'log'>,
  sockets: Sockets,
  kinds: ChangeKinds,
  {
    restricted,
    commitWithinMs,
  }: { restricted: Pick<RestrictedMembers, 'bannedIds'>; commitWithinMs: number | undefined },
): Promise<Feed> {
  const topic = bus.topic('chat', FeedMessage)
  const room = openConversationFeed({
    db,
    log,
    kinds,
    conversationId: ROOM_ID,
    revision: (await store.conversationState(db, ROOM_ID)).revision,
    deliver: (change) => {
      if (sockets.count() > 0) sockets.broadcastLocally(frameOf(change), restricted.bannedIds())
    },
  })
  const others = openPrivateFeeds({ db, log, kinds, sockets })

  function announceRevisions(): void {
    topic.publish({ kind: 'poke', revision: room.revision() })
    const changed = others.takeChanged()
    if (changed.length > 0)
      topic.publish({
        kind: 'privateRevisions',
        changed: changed.map(({ conversation: { id, memberIds }, revision }) => ({
          conversation: { id, memberIds: [...memberIds] },
          revision,
        })),
      })
  }

  topic.subscribe((message) => {
    if (message.kind === 'change') room.receive(message.change)
    else if (message.kind === 'privateChange') others.receive(message.conversation, message.change)
    else if (message.kind === 'privateRevisions') for (const at of message.changed) others.noteRevision(at)
    else if (message.revision > room.revision()) room.catchUpSoon()
  })
  bus.onGap(() => {
    void room.catchUp()
    void others.catchUp()
  })
  bus.onReturn(announceRevisions)
  const announceTimer = setInterval(announceRevisions, ANNOUNCE_EVERY_MS)

  // The SQLite dialect already serialises writes and limits how long each waits.
  const write: Write =
    db.kind === 'sqlite' ? async (work) => db.transaction().execute(work) : groupCommit(db, commitWithinMs)

  return {
    write,
    publish: (conversation, change) => {
      if (isPrivate(conversation)) {
        const { id, memberIds } = conversation
        others.publish(conversation, change)
        topic.publish({ kind: 'privateChange', conversation: { id, memberIds: [...memberIds] }, change })
      } else {
        room.receive(change)
        topic.publish({ kind: 'change', change })
      }
    },
    close: () => {
      room.stop()
      others.stop()
      clearInterval(announceTimer)
    },
  }
}
