import type { Card } from '@tonarchiv/contract/cards'
import type { Person } from '@tonarchiv/contract/presence'
import { takePendingUpload } from '#database/pending-uploads.ts'
import type { Executor } from '#database/prepared.ts'
import type { DomainEventMap } from '#events/domain-events.ts'
import { type Actor, recordAuditEvent } from '#features/audit-log/index.ts'
import type { Presence } from '#features/presence/index.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#services.ts'
import type { Feed } from '../changes/feed.ts'
import * as changes from '../changes/store.ts'
import { ROOM } from '../conversations/conversation.ts'
import { insertMessage } from '../messages/store.ts'
import { cardColumns, newMessageToWire } from '../messages/to-wire.ts'
import * as store from './store.ts'

/** An upload of more albums at once than this gets no cards. */
const ALBUMS_AT_ONCE_MAX = 3
/** Maximum number of cards in a period, of all members, so that uploads one after the other do not fill the room. */
const CARDS_MAX = 5
const PERIOD_MS = 10 * 60 * 1000

type Needs = Pick<Services, 'db' | 'now'> & { feed: Feed; presence: Pick<Presence, 'findPerson'> }

/**
 * Posts a message to the room for each album or video of an upload, by the member who has uploaded it, or the
 * announcement of a premiere, by the admin who announces it. An upload that is not pending has its messages already.
 */
export async function postUploadCards(
  { db, now, feed, presence }: Needs,
  { pendingId, userId, kind, ids }: DomainEventMap['uploaded'],
): Promise<void> {
  const author = ids.length > ALBUMS_AT_ONCE_MAX ? undefined : await presence.findPerson(userId)
  // The setting is read before the transaction. So no transaction delays other changes while cards are switched off.
  // Premieres have a switch of their own, in their form.
  if (author === undefined || !(kind === 'premiere' || (await store.hasUploadCards(db)))) {
    await takePendingUpload(db, pendingId, 'cardDue')
    return
  }
  const posted = await feed.write(async (trx) => {
    if (!(await takePendingUpload(trx, pendingId, 'cardDue'))) return []
    const changes = []
    for (const id of ids) changes.push(await insertUploadCard(trx, author, { kind, id }, now()))
    return changes
  })
  for (const change of posted)
    if (change !== undefined) feed.publish(ROOM, { type: 'chatMessage', ...change })
}

/** @returns the change to publish; undefined when the upload has a card, or when there were too many cards lately */
async function insertUploadCard(trx: Executor, author: Person, card: Card, time: Date) {
  const conversationId = ROOM.id
  const systemKind = card.kind === 'premiere' ? 'premiere' : 'upload'
  const { revision, id } = await changes.takeMessageRevision(trx, conversationId, newId())
  const since = new Date(time.getTime() - PERIOD_MS)
  const isTooMuch = systemKind === 'upload' && (await store.countRecent(trx, since, CARDS_MAX)) >= CARDS_MAX
  if (isTooMuch || (await store.hasCard(trx, systemKind, card))) {
    await changes.releaseRevision(trx, conversationId)
    return undefined
  }
  const row = { id, conversationId, content: '', clientId: null, createdAt: time.toISOString() }
  await insertMessage(trx, {
    ...row,
    ...cardColumns(card),
    userId: author.id,
    mentions: '[]',
    systemKind,
    replyTo: null,
  })
  await changes.insertChange(trx, { conversationId, revision, kind: 'message', messageId: id })
  const message = newMessageToWire({ ...row, card }, author, [], [], null)
  return { revision, message: { ...message, messageType: 'system' as const } }
}

/** Switches the cards for uploads on or off. */
export async function setUploadCards(
  { db, now }: Pick<Services, 'db' | 'now'>,
  actor: Actor,
  isOn: boolean,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const before = await store.hasUploadCards(trx)
    if (before === isOn) return
    await store.replaceUploadCards(trx, isOn)
    await recordAuditEvent(trx, actor, now(), {
      action: 'chat.upload-cards',
      target: 'room',
      before: { isOn: before },
      after: { isOn },
    })
  })
}
