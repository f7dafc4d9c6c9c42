import { messageNotFound } from '@tonarchiv/contract/chat-refusals'
import type { Card } from '@tonarchiv/contract/cards'
import { type ChatMessage, emptyMessage, type Quote, repliedNotFound } from '@tonarchiv/contract/chat'
import type { Person } from '@tonarchiv/contract/presence'
import { invalidInput } from '@tonarchiv/contract/refusal'
import { isUniqueViolation } from '#database/faults.ts'
import type { Executor } from '#database/prepared.ts'
import { newId } from '#platform/ids.ts'
import { recordRevocation } from '#database/revocations.ts'
import { type Actor, recordAuditEvent } from '#features/audit-log/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { type Conversation, isDirect, takesPart } from '../conversations/conversation.ts'
import * as conversations from '../conversations/store.ts'
import type { Feed } from '../changes/feed.ts'
import * as changes from '../changes/store.ts'
import * as mediaStore from '../media/media-store.ts'
import { type Attached, claimUploads, namesOf } from '../media/attached.ts'
import { albumColumn } from '../media/to-wire.ts'
import { findMentioned, refusedText, shortText } from './message-text.ts'
import * as store from './store.ts'
import { checkSlowMode } from '../order/writing.ts'
import { cardColumns, newMessageToWire, quoteOf, toWire } from './to-wire.ts'

/** The input of a new message. */
export interface Draft extends Attached {
  text: string
  clientId?: string | null | undefined
  /** The id of the message that this one answers. */
  replyTo?: string | null | undefined
  card?: Card | null | undefined
}

type Needs = Pick<Services, 'db' | 'now' | 'events'> & { feed: Feed }

/**
 * The card of a message that has no media: the one that its author has chosen, or that of a link in its text.
 * @throws Refused as `Cards.check`
 */
export type FindCard = (given: {
  content: string
  card: Card | undefined
}) => Promise<{ content: string; card: Card | undefined }>

/**
 * Decides in the transaction of a message, after its revision was taken, whether it may be sent. It runs again when
 * the transaction is repeated.
 */
export type CheckPost = (trx: Executor) => Promise<void>

/**
 * Stores a message, then sends it to those who take part in the conversation. If the author has already sent a message
 * with this client id, it returns that message and broadcasts nothing.
 * @throws Refused `emptyMessage`, `longMessage`, `unknownMedia`, `repliedNotFound`, as `findCard`, and
 * `messageNotFound` when the message with this client id was deleted in the meantime
 */
export async function postMessage(
  { db, now, events, feed, findCard, check }: Needs & { findCard: FindCard; check?: CheckPost | undefined },
  conversation: Conversation,
  author: Person & { isAdmin: boolean },
  { text, clientId = null, replyTo = null, card: given, ...attached }: Draft,
): Promise<ChatMessage> {
  const { id: conversationId } = conversation
  const typed = shortText(text)
  const uploads = namesOf(attached)
  if (given && uploads.length > 0) throw new Refused(invalidInput)
  if (typed === '' && uploads.length === 0 && !given) throw refusedText(emptyMessage)
  // Checked first, because the media of a repeated message are already assigned to the first one.
  const before = clientId === null ? undefined : await store.findByClientId(db, author.id, clientId)
  if (before !== undefined) return repeated(before, conversationId)

  const { content, card } =
    uploads.length === 0
      ? await findCard({ content: typed, card: given ?? undefined })
      : { content: typed, card: undefined }
  const mentions = (await findMentioned(db, author.id, content)).filter(({ userId }) =>
    takesPart(conversation, userId),
  )
  const candidate = newId()
  try {
    const { revision, message } = await feed.write(async (trx) => {
      const { revision, id } = await changes.takeMessageRevision(trx, conversationId, candidate)
      await checkSlowMode({ db: trx, now }, author, conversationId)
      await check?.(trx)
      const row = { id, conversationId, content, clientId, createdAt: now().toISOString() }
      // Read after the revision was taken, so that a quote never shows what an earlier change has deleted or replaced.
      const quote = replyTo === null ? null : await findQuote(trx, conversationId, replyTo)
      const mentioned = JSON.stringify(mentions)
      await store.insertMessage(trx, {
        ...row,
        ...cardColumns(card),
        userId: author.id,
        mentions: mentioned,
        systemKind: null,
        replyTo,
      })
      await changes.insertChange(trx, { conversationId, revision, kind: 'message', messageId: id })
      const media = await claimUploads(trx, uploads, { userId: author.id, messageId: id })
      const album = albumColumn(media)
      if (album !== null) await store.setAlbum(trx, id, album)
      return { revision, message: newMessageToWire({ ...row, card }, author, mentions, media, quote) }
    })
    feed.publish(conversation, { type: 'chatMessage', message, revision })
    emitPosted(events, conversation, author.id, message)
    return message
  } catch (error) {
    // The message was sent twice at the same time, and the other copy was stored first.
    if (clientId === null || !(isUniqueViolation(error) || error instanceof Refused)) throw error
    const first = await store.findByClientId(db, author.id, clientId)
    if (first === undefined) throw error
    return repeated(first, conversationId)
  }
}

/** Emits `messagePosted` for a message that concerns certain members. */
function emitPosted(
  events: Needs['events'],
  conversation: Conversation,
  authorId: string,
  { id: messageId, mentions, replyTo }: ChatMessage,
): void {
  const recipientId = isDirect(conversation)
    ? (conversation.memberIds.find((id) => id !== authorId) ?? null)
    : null
  const mentionedIds = mentions.map(({ userId }) => userId)
  const answeredId = replyTo?.userId ?? null
  if (recipientId === null && mentionedIds.length === 0 && answeredId === null) return
  events.emit('messagePosted', {
    messageId,
    conversationId: conversation.id,
    authorId,
    recipientId,
    mentionedIds,
    answeredId,
  })
}

/**
 * The quoted message of a reply. A deleted message can be quoted as long as its row is stored; it is shown as deleted.
 * @throws Refused `repliedNotFound`
 */
async function findQuote(trx: Executor, conversationId: string, id: string): Promise<Quote> {
  const [row] = await store.findMessages(trx, [id])
  if (row?.conversationId !== conversationId) throw new Refused(repliedNotFound)
  return quoteOf(row)
}

function repeated(row: store.MessageRow, conversationId: string): ChatMessage {
  if (row.deletedAt !== null || row.conversationId !== conversationId) throw new Refused(messageNotFound)
  return toWire(row)
}

/**
 * Deletes a message with its media; members may delete those that they wrote, admins all of the room and of
 * listening rooms.
 * @throws Refused `messageNotFound`
 */
export async function deleteMessage(
  { now, storage, feed }: Pick<Needs, 'now' | 'feed'> & Pick<Services, 'storage'>,
  { id: userId, isAdmin }: { id: string; isAdmin: boolean },
  actor: Actor,
  id: string,
): Promise<void> {
  const { conversation, revision, files } = await feed.write(async (trx) => {
    const conversation = await conversations.conversationOfMessage(trx, id)
    if (conversation === undefined) throw new Refused(messageNotFound)
    const revision = await changes.nextRevision(trx, conversation.id)
    const time = now()
    const mayDeleteAll = isAdmin && !isDirect(conversation)
    const emptied = await store.emptyMessage(trx, id, mayDeleteAll ? undefined : userId, time.toISOString())
    // The rollback also undoes the new revision.
    if (emptied === undefined) throw new Refused(messageNotFound)
    await changes.insertChange(trx, {
      conversationId: conversation.id,
      revision,
      kind: 'deletion',
      messageId: id,
    })
    await recordRevocation(trx, time, { kind: 'message', target: id })
    if (emptied.userId !== userId)
      await recordAuditEvent(trx, actor, time, {
        action: 'chat.delete',
        target: id,
        before: { author: emptied.userId },
      })
    return { conversation, revision, files: await mediaStore.releaseMedia(trx, id) }
  })
  feed.publish(conversation, { type: 'chatMessageDeleted', id, revision })
  await storage.remove(files)
}
