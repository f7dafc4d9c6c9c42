import { ROOM_ID } from '@tonarchiv/contract/chat'
import { findAnyCurrentAlbum } from '../server/src/features/catalog/index.ts'
import { notify, notifyAll } from '../server/src/features/notifications/index.ts'
import * as z from 'zod/mini'
import type { Services } from '../server/src/services.ts'

const Mentions = z.array(z.object({ userId: z.string() }))

/** The album that was uploaded last. */
const UPLOADED = { by: 'frieda', album: 'Umlaufbahn' }

/** Stores the notices of what has happened in the demo. None is sent: there are neither devices nor digests. */
export async function createNotices(services: Services): Promise<void> {
  await createNoticesOfMessages(services)
  await createNoticesOfRequests(services)
  const { db, now } = services
  const users = await db.selectFrom('users').select(['id', 'username']).execute()
  const idOf = (username: string) => users.find((user) => user.username === username)?.id ?? null
  const invited = await db
    .selectFrom('accessKeyUses')
    .innerJoin('accessKeys', 'accessKeys.id', 'accessKeyUses.accessKeyId')
    .select(['accessKeyUses.userId', 'accessKeys.madeBy', 'accessKeyUses.usedAt'])
    .where('accessKeys.isInvitation', '=', 1)
    .execute()
  for (const { userId, madeBy, usedAt } of invited)
    if (madeBy !== null && userId !== null)
      await notify(services, {
        kind: 'invitationAccepted',
        userIds: [madeBy],
        groupKey: `invitationAccepted:${userId}`,
        actorId: userId,
        subjectId: null,
        at: new Date(usedAt),
      })
  const album = await findAnyCurrentAlbum(db, UPLOADED.album)
  if (album === undefined) return
  // Members get notices for all from the time on at which their account was made.
  const at = now()
  await notifyAll(services, [
    {
      kind: 'newAlbums',
      groupKey: `newAlbums:${at.toISOString().slice(0, 10)}`,
      eventKey: `newAlbums:${album.id}`,
      actorId: idOf(UPLOADED.by),
      subjectId: album.id,
      at,
    },
  ])
}

/** Answers, mentions and reactions. */
async function createNoticesOfMessages(services: Services): Promise<void> {
  const { db } = services
  const messages = await db
    .selectFrom('chatMessages')
    .leftJoin('chatMessages as replied', 'replied.id', 'chatMessages.replyTo')
    .select([
      'chatMessages.id',
      'chatMessages.userId',
      'chatMessages.mentions',
      'chatMessages.createdAt',
      'replied.userId as answeredId',
    ])
    .where('chatMessages.conversationId', '=', ROOM_ID)
    .execute()
  for (const { id: subjectId, userId, mentions, createdAt, answeredId } of messages) {
    const at = new Date(createdAt)
    const about = { actorId: userId, subjectId, at, groupKey: `message:${subjectId}` }
    if (answeredId !== null) await notify(services, { ...about, kind: 'reply', userIds: [answeredId] })
    const mentioned = z
      .parse(Mentions, JSON.parse(mentions))
      .flatMap((mention) => (mention.userId === answeredId ? [] : mention.userId))
    await notify(services, { ...about, kind: 'mention', userIds: mentioned })
    const reactions = await db
      .selectFrom('chatReactions')
      .select('userId')
      .where('messageId', '=', subjectId)
      .execute()
    for (const { userId: actorId } of reactions)
      if (userId !== null)
        await notify(services, {
          kind: 'reaction',
          userIds: [userId],
          groupKey: `reaction:${subjectId}`,
          actorId,
          subjectId,
          at,
        })
  }
}

async function createNoticesOfRequests(services: Services): Promise<void> {
  const requests = await services.db
    .selectFrom('friendRequests')
    .select(['id', 'fromId', 'toId', 'createdAt'])
    .execute()
  for (const { id, fromId, toId, createdAt } of requests)
    await notify(services, {
      kind: 'friendRequest',
      userIds: [toId],
      groupKey: `friendRequest:${id}`,
      actorId: fromId,
      subjectId: id,
      at: new Date(createdAt),
    })
}
