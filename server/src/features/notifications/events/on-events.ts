import { takePendingUpload } from '#database/pending-uploads.ts'
import type { DomainEventMap } from '#events/domain-events.ts'
import { findAnyCurrentAlbum, premiereOf } from '#features/catalog/index.ts'
import { mutedAmong } from '#features/chat/index.ts'
import { remindedMembers } from '#features/premieres/index.ts'
import type { Services } from '#services.ts'
import { isAccount } from '../store/shared-notices.ts'
import { type NewNotice, type NewSharedNotice, notify, notifyAll } from './notify.ts'

type Needs = Pick<Services, 'db' | 'events' | 'now' | 'log'>
type On<Name extends keyof DomainEventMap> = (needs: Needs, event: DomainEventMap[Name]) => Promise<void>

async function send(needs: Needs, notice: Omit<NewNotice, 'at'>): Promise<void> {
  const announce = await notify(needs, { ...notice, at: needs.now() })
  announce()
}

/** Stores a notice about a message, as read for members who have muted its conversation. */
async function sendAboutMessage(
  needs: Needs,
  notice: Omit<NewNotice, 'at' | 'mutedIds' | 'subjectId'> & { messageId: string },
): Promise<void> {
  const { messageId, ...rest } = notice
  const mutedIds = await mutedAmong(needs.db, messageId, notice.userIds)
  await send(needs, { ...rest, subjectId: messageId, mutedIds })
}

export const onFriendRequested: On<'friendRequested'> = async (needs, { requestId, fromId, toId }) =>
  send(needs, {
    kind: 'friendRequest',
    userIds: [toId],
    groupKey: `friendRequest:${requestId}`,
    actorId: fromId,
    subjectId: requestId,
  })

export const onFriendsMade: On<'friendsMade'> = async (needs, { acceptedById, requestedById }) =>
  send(needs, {
    kind: 'friendAccepted',
    userIds: [requestedById],
    groupKey: `friendAccepted:${acceptedById}`,
    actorId: acceptedById,
    subjectId: null,
  })

export const onInvitationAccepted: On<'invitationAccepted'> = async (needs, { invitedById, userId }) =>
  send(needs, {
    kind: 'invitationAccepted',
    userIds: [invitedById],
    groupKey: `invitationAccepted:${userId}`,
    actorId: userId,
    subjectId: null,
  })

/** Each member gets at most one notice of a message. A member who is mentioned and answered gets that of the answer. */
export const onMessagePosted: On<'messagePosted'> = async (
  needs,
  { messageId, conversationId, authorId, recipientId, mentionedIds, answeredId },
) => {
  const about = { actorId: authorId, messageId }
  if (recipientId !== null)
    return sendAboutMessage(needs, {
      ...about,
      kind: 'directMessage',
      userIds: [recipientId],
      groupKey: `direct:${conversationId}`,
    })
  const groupKey = `message:${messageId}`
  if (answeredId !== null)
    await sendAboutMessage(needs, { ...about, kind: 'reply', userIds: [answeredId], groupKey })
  const mentioned = mentionedIds.filter((id) => id !== answeredId)
  await sendAboutMessage(needs, { ...about, kind: 'mention', userIds: mentioned, groupKey })
}

/** All reactions to one message are one notice. */
export const onMessageReacted: On<'messageReacted'> = async (needs, { messageId, authorId, userId }) =>
  sendAboutMessage(needs, {
    kind: 'reaction',
    userIds: [authorId],
    groupKey: `reaction:${messageId}`,
    actorId: userId,
    messageId,
  })

export const onPlaylistShared: On<'playlistShared'> = async (needs, { playlistId, ownerId, userIds }) =>
  send(needs, {
    kind: 'playlistInvitation',
    userIds,
    groupKey: `playlist:${playlistId}`,
    actorId: ownerId,
    subjectId: playlistId,
  })

export const onRoomInvited: On<'roomInvited'> = async (needs, { roomId, userId, invitedIds }) =>
  send(needs, {
    kind: 'roomInvitation',
    userIds: invitedIds,
    groupKey: `room:${roomId}`,
    actorId: userId,
    subjectId: roomId,
  })

/** A member also gets notices of changes from the own account, because an intruder may have made them. */
export const onSecurityChanged: On<'securityChanged'> = async (needs, { userId, ...detail }) => {
  const at = needs.now()
  await send(needs, {
    kind: 'security',
    userIds: [userId],
    groupKey: `security:${detail.change}:${at.toISOString()}`,
    actorId: null,
    subjectId: null,
    detail: JSON.stringify(detail),
  })
}

/**
 * The albums or videos of a day are one notice. Each upload is stored once, even if the process ends in between. `at`
 * is the time of the upload.
 */
export async function onUploaded(
  needs: Needs,
  { pendingId, userId, kind, ids }: DomainEventMap['uploaded'],
  at: Date,
): Promise<void> {
  if (kind === 'premiere') return
  const { db } = needs
  const noticeKind = kind === 'album' ? 'newAlbums' : 'newVideos'
  const groupKey = `${noticeKind}:${at.toISOString().slice(0, 10)}`
  const announce = await db.transaction().execute(async (trx) => {
    if (!(await takePendingUpload(trx, pendingId, 'noticeDue'))) return undefined
    const notices: NewSharedNotice[] = []
    const actorId = (await isAccount(trx, userId)) ? userId : null
    for (const subjectId of ids) {
      // Members are informed of an album with a premiere when it opens.
      if (kind === 'album' && (await premiereOf(trx, subjectId)) !== undefined) continue
      const eventKey = `${noticeKind}:${subjectId}`
      notices.push({ kind: noticeKind, groupKey, eventKey, actorId, subjectId, at })
    }
    return notifyAll(needs, notices, trx)
  })
  announce?.()
}

/** A premiere that has begun is announced to all; one that was moved or called off, to those who want a reminder. */
export const onPremiereChanged: On<'premiereChanged'> = async (needs, { albumId, actorId }) => {
  const { db, now } = needs
  const premiere = await premiereOf(db, albumId)
  const album = await findAnyCurrentAlbum(db, albumId)
  if (premiere === undefined || album === undefined) return
  if (premiere.openedAt !== null) {
    const key = `premiereOpen:${albumId}`
    const announce = await notifyAll(needs, [
      { kind: 'premiereOpen', groupKey: key, eventKey: key, actorId, subjectId: albumId, at: now() },
    ])
    return announce()
  }
  const reminded = await remindedMembers(db, albumId)
  const informed = reminded.filter(({ knownOpensAt }) => knownOpensAt !== premiere.opensAt)
  await send(needs, {
    kind: premiere.opensAt === null ? 'premiereCancelled' : 'premiereMoved',
    userIds: informed.map(({ userId }) => userId),
    groupKey: `premiere:${albumId}`,
    actorId,
    subjectId: albumId,
    detail: premiere.opensAt ?? album.title,
  })
}
