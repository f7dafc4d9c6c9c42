import { messageNotFound, ROOM_ID } from '@tonarchiv/contract/chat'
import type { Executor } from '#database/prepared.ts'
import { Refused } from '#platform/refused.ts'
import { type Conversation, takesPart } from '../conversations/conversation.ts'
import { conversationOfMessage } from '../conversations/store.ts'
import * as changes from '../changes/store.ts'
import * as store from './store.ts'

/** A message that is to be changed. */
interface Subject {
  id: string
  kind: 'edit' | 'reaction' | 'pin'
  /** The account that must take part in its conversation; `admin` for messages of the room only. */
  by: { userId: string } | 'admin' | 'cleanup'
}

/** What a change stores in the log besides its kind and message; undefined when nothing has changed. */
type Outcome = { payload: string | null } | undefined

interface Changed {
  conversation: Conversation
  /** The message after the change. */
  row: store.MessageRow
  /** A log that has reached this revision contains the change. */
  revision: number
  isChanged: boolean
}

function mayChange(by: Subject['by'], conversation: Conversation): boolean {
  if (by === 'cleanup') return true
  return by === 'admin' ? conversation.id === ROOM_ID : takesPart(conversation, by.userId)
}

/**
 * Changes a message within a transaction of the feed. `apply` gets the message as all earlier changes have left it,
 * because the revision is taken first, and later changes wait for it.
 * @throws Refused `messageNotFound`
 */
export async function changeMessage(
  trx: Executor,
  { id, kind, by }: Subject,
  apply: (row: store.MessageRow, at: { revision: number; conversation: Conversation }) => Promise<Outcome>,
): Promise<Changed> {
  const conversation = await conversationOfMessage(trx, id)
  if (conversation === undefined || !mayChange(by, conversation)) throw new Refused(messageNotFound)
  const { id: conversationId } = conversation
  const revision = await changes.nextRevision(trx, conversationId)
  const before = await store.findMessage(trx, id)
  // The rollback also undoes the new revision.
  if (before === undefined) throw new Refused(messageNotFound)
  const outcome = await apply(before, { revision, conversation })
  if (outcome === undefined) {
    await changes.releaseRevision(trx, conversationId)
    return { conversation, row: before, revision: revision - 1, isChanged: false }
  }
  await changes.insertChange(trx, { conversationId, revision, kind, messageId: id, payload: outcome.payload })
  const row = await store.findMessage(trx, id)
  if (row === undefined) throw new Error('A changed message is missing')
  return { conversation, row, revision, isChanged: true }
}
