import { messageNotFound } from '@tonarchiv/contract/chat-refusals'
import { ROOM_ID } from '@tonarchiv/contract/chat'
import type { Executor } from '#database/prepared.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { type Conversation, isDirect, takesPart } from '../conversations/conversation.ts'
import { isShared } from '../conversations/relation.ts'
import { conversationOfMessage } from '../conversations/store.ts'
import type { Write } from '../changes/group-commit.ts'
import * as changes from '../changes/store.ts'
import * as store from './store.ts'

/** A message that is to be changed. */
interface Subject {
  id: string
  kind: 'edit' | 'reaction' | 'pin'
  /** The account that must take part in its conversation; `admin` for messages of the room only. */
  by: { userId: string } | 'admin' | 'cleanup'
}

/** Undefined when nothing has changed. */
type Outcome =
  | {
      /** What the log stores besides kind and message. */
      payload: string | null
      /** What was changed in the message. */
      changed: Partial<Pick<store.MessageRow, 'content' | 'mentions' | 'editedAt' | 'reactions' | 'pinnedAt'>>
    }
  | undefined

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

type Apply = (
  trx: Executor,
  row: store.MessageRow,
  at: { revision: number; conversation: Conversation },
) => Promise<Outcome>

/**
 * Changes a message in a transaction of `write`. `apply` gets the message as all earlier changes have left it, because
 * the revision is taken first, and later changes wait for it. `apply` must throw refusals before it writes anything.
 * They reach the caller after the transaction: other changes may share it, and a failure would make them repeat it.
 * @throws Refused `messageNotFound`, and as `apply`
 */
export async function changeMessage(
  { db, write }: Pick<Services, 'db'> & { write: Write },
  subject: Subject,
  apply: Apply,
): Promise<Changed> {
  // A message never moves to another conversation. So its conversation is read before the transaction, because other
  // changes wait while that runs.
  const conversation = await conversationOfMessage(db, subject.id)
  if (conversation === undefined || !mayChange(subject.by, conversation)) throw new Refused(messageNotFound)
  const { by } = subject
  if (typeof by === 'object' && isDirect(conversation) && !(await isShared(db, conversation, by.userId)))
    throw new Refused(messageNotFound)
  const result = await write(async (trx) => changeWithin(trx, conversation, subject, apply))
  if (result instanceof Refused) throw result
  return result
}

async function changeWithin(
  trx: Executor,
  conversation: Conversation,
  { id, kind }: Subject,
  apply: Apply,
): Promise<Changed | Refused> {
  const { id: conversationId } = conversation
  const revision = await changes.nextRevision(trx, conversationId)
  const [found] = await store.findMessages(trx, [id])
  const before = found?.deletedAt === null ? found : undefined
  if (before === undefined) {
    await changes.releaseRevision(trx, conversationId)
    return new Refused(messageNotFound)
  }
  const outcome = await refusalOr(apply(trx, before, { revision, conversation }))
  if (outcome === undefined || outcome instanceof Refused) {
    await changes.releaseRevision(trx, conversationId)
    return outcome ?? { conversation, row: before, revision: revision - 1, isChanged: false }
  }
  const { payload, changed } = outcome
  await changes.insertChange(trx, { conversationId, revision, kind, messageId: id, payload })
  return { conversation, row: { ...before, ...changed }, revision, isChanged: true }
}

async function refusalOr<T>(result: Promise<T>): Promise<T | Refused> {
  try {
    return await result
  } catch (error) {
    if (error instanceof Refused) return error
    throw error
  }
}
