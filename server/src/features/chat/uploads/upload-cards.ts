import type { Card } from '@tonarchiv/contract/cards'
import type { Person } from '@tonarchiv/contract/presence'
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

/** Posts a message to the room for each album or video of an upload, by the member who has uploaded it. */
export async function postUploadCards(
  needs: Needs,
  { userId, kind, ids }: DomainEventMap['uploaded'],
): Promise<void> {
  if (ids.length > ALBUMS_AT_ONCE_MAX) return
  const author = await needs.presence.findPerson(userId)
  if (author === undefined) return
  for (const id of ids) await postUploadCard(needs, author, { kind, id })
}

async function postUploadCard({ db, now, feed }: Needs, author: Person, card: Card): Promise<void> {
  // Read before the transaction: while cards are switched off, no other change waits for it.
  if (!(await store.hasUploadCards(db))) return
  const conversationId = ROOM.id
  const candidate = newId()
  const posted = await feed.write(async (trx) => {
    const { revision, id } = await changes.takeMessageRevision(trx, conversationId, candidate)
    const time = now()
    const recent = await store.countRecent(trx, new Date(time.getTime() - PERIOD_MS), CARDS_MAX)
    if (recent >= CARDS_MAX) {
      await changes.releaseRevision(trx, conversationId)
      return undefined
    }
    const row = { id, conversationId, content: '', clientId: null, createdAt: time.toISOString() }
    await insertMessage(trx, {
      ...row,
      ...cardColumns(card),
      userId: author.id,
      mentions: '[]',
      systemKind: 'upload',
      replyTo: null,
    })
    await changes.insertChange(trx, { conversationId, revision, kind: 'message', messageId: id })
    const message = newMessageToWire({ ...row, card }, author, [], [], null)
    return { revision, message: { ...message, messageType: 'system' as const } }
  })
  if (posted !== undefined) feed.publish(ROOM, { type: 'chatMessage', ...posted })
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
