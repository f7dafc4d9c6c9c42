import { conversationNotFound } from '@tonarchiv/contract/chat-refusals'
import { UNREAD_COUNTED } from '@tonarchiv/contract/chat'
import { CONVERSATIONS_MAX, type DirectConversation, notFriends } from '@tonarchiv/contract/conversations'
import { userNotFound } from '@tonarchiv/contract/presence'
import { areFriends, friendIdsOf, pairOf, requestBetween, requestsOf } from '#features/friends/index.ts'
import { deletedPerson, personIn, type Presence } from '#features/presence/index.ts'
import { newId } from '#platform/ids.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { findMessages } from '../messages/store.ts'
import { toWire } from '../messages/to-wire.ts'
import * as store from './direct-store.ts'
import { writingOf } from './writing.ts'

interface Needs extends Pick<Services, 'db' | 'now'> {
  presence: Presence
}

/** The member's conversations, without those with hidden members, and ended ones in which the member never wrote. */
export async function listConversations(needs: Needs, userId: string): Promise<DirectConversation[]> {
  const rows = await store.directConversations(needs.db, {
    userId,
    limit: CONVERSATIONS_MAX,
    unreadCounted: UNREAD_COUNTED,
  })
  const conversations = await described(needs, userId, rows)
  return conversations
    .filter(({ hasWritten, wire }) => wire.writing !== 'ended' || hasWritten)
    .map(({ wire }) => wire)
}

/** @throws Refused `conversationNotFound`, also while one of both has blocked the other */
export async function conversationOf(needs: Needs, userId: string, id: string): Promise<DirectConversation> {
  const rows = await store.directConversations(needs.db, {
    userId,
    id,
    limit: 1,
    unreadCounted: UNREAD_COUNTED,
  })
  const [conversation] = await described(needs, userId, rows)
  if (conversation === undefined) throw new Refused(conversationNotFound)
  return conversation.wire
}

/**
 * The conversation with another member; a new one only with a friend, or while a request is open.
 * @throws Refused `userNotFound`, `notFriends`
 */
export async function openConversation(
  needs: Needs,
  userId: string,
  otherId: string,
): Promise<DirectConversation> {
  const { db, now, presence } = needs
  const isThere = (await presence.members()).has(otherId)
  if (!isThere || otherId === userId || presence.isHidden(userId, otherId)) throw new Refused(userNotFound)
  const pair = pairOf(userId, otherId)
  const known = await store.findDirect(db, pair)
  if (known !== undefined) return conversationOf(needs, userId, known)
  const mayBegin =
    (await areFriends(db, userId, otherId)) || (await requestBetween(db, userId, otherId)) !== undefined
  if (!mayBegin) throw new Refused(notFriends)
  const created = { id: newId(), pair, memberIds: [userId, otherId], createdAt: now().toISOString() }
  const id = await db.transaction().execute(async (trx) => store.findOrInsertDirect(trx, created))
  return conversationOf(needs, userId, id)
}

async function described(
  { db, presence }: Needs,
  userId: string,
  rows: readonly store.DirectRow[],
): Promise<{ wire: DirectConversation; hasWritten: boolean }[]> {
  const visible = rows.filter(({ otherId }) => otherId === null || !presence.isHidden(userId, otherId))
  if (visible.length === 0) return []
  const members = await presence.members()
  const friends = new Set(await friendIdsOf(db, userId))
  const requests = await requestsOf(db, userId)
  const found = await findMessages(
    db,
    visible.flatMap(({ lastMessageId }) => lastMessageId ?? []),
  )
  const messages = new Map(found.map((row) => [row.id, toWire(row)]))
  const describe = async (row: store.DirectRow) => {
    const { id, otherId, lastMessageId } = row
    const profile = otherId === null ? undefined : members.get(otherId)
    const request = requests.find(
      ({ fromId, toId }) => otherId !== null && (fromId === otherId || toId === otherId),
    )
    const isFriend = otherId !== null && friends.has(otherId)
    const lastWrittenAt = isFriend ? undefined : await store.lastWrittenAt(db, id, userId)
    const isShared = isFriend || request !== undefined
    const showsMarks = isShared && row.showsReadMarks === 1 && row.theyShowReadMarks === 1
    const wire: DirectConversation = {
      id,
      person: profile === undefined ? deletedPerson(otherId ?? id) : personIn(profile),
      writing: profile === undefined ? 'ended' : writingOf({ isFriend, request, lastWrittenAt }),
      request: request === undefined ? null : { id: request.id, isReceived: request.toId === userId },
      lastMessage: lastMessageId === null ? null : (messages.get(lastMessageId) ?? null),
      unread: row.unread ?? 0,
      theirReadId: showsMarks ? laterOf(row.theirReadId, row.theirSeenId) : null,
      isMuted: row.isMuted === 1,
    }
    return { wire, hasWritten: lastWrittenAt !== undefined }
  }
  return Promise.all(visible.map(describe))
}

function laterOf(one: string | null, other: string | null): string | null {
  return other !== null && (one === null || one < other) ? other : one
}
