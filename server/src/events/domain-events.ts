import { NoticeKind } from '@tonarchiv/contract/notification-settings'
import { SecurityChange } from '@tonarchiv/contract/security-changes'
import { SessionEndReason } from '@tonarchiv/contract/session-end'
import * as z from 'zod/mini'
import type { Bus, Topic } from './bus.ts'

/** The names of all events. */
export const EVENT_NAMES = [
  'sessionsEnded',
  'accessChanged',
  'accountDeleted',
  'profileChanged',
  'deviceRenamed',
  'friendshipEnded',
  'blocksChanged',
  'archiveChanged',
  'videosChanged',
  'uploaded',
  'premiereChanged',
  'friendRequested',
  'friendsMade',
  'invitationAccepted',
  'messagePosted',
  'messageReacted',
  'playlistShared',
  'roomInvited',
  'securityChanged',
  'noticesStored',
] as const

const shapes = {
  /** These sessions have ended. Their streams and sockets must end, too. */
  sessionsEnded: z.object({ sessionIds: z.array(z.string()), reason: SessionEndReason }),
  /** The rights of this account have changed. Cached rights are invalid. */
  accessChanged: z.object({ userId: z.string() }),
  /** The account was deleted. Its files can be deleted, too. */
  accountDeleted: z.object({ userId: z.string(), avatarName: z.nullable(z.string()) }),
  /** The name, image, status or privacy setting of this account has changed. */
  profileChanged: z.object({ userId: z.string() }),
  /** A device of this account was renamed. */
  deviceRenamed: z.object({ userId: z.string() }),
  /** These two accounts are no longer friends. */
  friendshipEnded: z.object({ userIds: z.array(z.string()) }),
  /** One of these two accounts has blocked or unblocked the other. */
  blocksChanged: z.object({ userIds: z.array(z.string()) }),
  /** Albums or tracks were added, changed or removed. */
  archiveChanged: z.object({}),
  /** Videos were added, changed or removed. `removedFiles` are the names of the files of removed videos. */
  videosChanged: z.object({ removedFiles: z.array(z.string()) }),
  /**
   * A member has uploaded albums or a video, or an admin announces a premiere. Imports by the operator do not emit this
   * event. It is emitted again as long as the upload is pending (`server/src/database/pending-uploads.ts`).
   */
  uploaded: z.object({
    pendingId: z.string(),
    userId: z.string(),
    kind: z.enum(['album', 'video', 'premiere']),
    ids: z.array(z.string()),
  }),
  /** The premiere of this album was set, moved or called off, or the album has opened. */
  premiereChanged: z.object({
    albumId: z.string(),
    /** The admin who did it; null when the album opened at its time. */
    actorId: z.nullable(z.string()),
  }),
  /** A member has sent a friend request. */
  friendRequested: z.object({ requestId: z.string(), fromId: z.string(), toId: z.string() }),
  /** A member has accepted the friend request of another one. */
  friendsMade: z.object({ acceptedById: z.string(), requestedById: z.string() }),
  /** An account was made with the invitation of a member. */
  invitationAccepted: z.object({ invitedById: z.string(), userId: z.string() }),
  /**
   * A message was sent that concerns certain members: it is in a conversation of two members, mentions members, or
   * answers a message. Other messages of the room emit no event.
   */
  messagePosted: z.object({
    messageId: z.string(),
    conversationId: z.string(),
    authorId: z.string(),
    /** The other member of a conversation of two; otherwise null. */
    recipientId: z.nullable(z.string()),
    mentionedIds: z.array(z.string()),
    /** The author of the message that this one answers; null when it answers none. */
    answeredId: z.nullable(z.string()),
  }),
  /** A member has added a reaction to a message of another one. */
  messageReacted: z.object({ messageId: z.string(), authorId: z.string(), userId: z.string() }),
  /** The owner of a playlist has made these members its collaborators. */
  playlistShared: z.object({ playlistId: z.string(), ownerId: z.string(), userIds: z.array(z.string()) }),
  /** A member has invited these members to a listening room. */
  roomInvited: z.object({ roomId: z.string(), userId: z.string(), invitedIds: z.array(z.string()) }),
  /** Something that protects an account was changed. `name` and `device` are shown to its owner. */
  securityChanged: z.object({
    userId: z.string(),
    change: SecurityChange,
    /** What was added or removed, such as the name of a passkey. */
    name: z.nullable(z.string()),
    /** The browser that did it, such as "Firefox unter Linux". */
    device: z.nullable(z.string()),
  }),
  /**
   * A notice was stored for these accounts, or for all members with archive access (null). `noticeId` is its id, or the
   * name of its group, as `Notice.id` of the contract.
   */
  noticesStored: z.object({
    noticeId: z.string(),
    kind: NoticeKind,
    userIds: z.nullable(z.array(z.string())),
  }),
} satisfies Record<(typeof EVENT_NAMES)[number], z.ZodMiniType>

type Shapes = typeof shapes
/** The events that a feature emits to others, after its transaction has been committed. */
export type DomainEventMap = { [N in keyof Shapes]: z.infer<Shapes[N]> }
type Name = keyof DomainEventMap

/** Whether the event was emitted in this process. Work that only one process must do is done in that process. */
type Origin = { isLocal: boolean }
type Listener<N extends Name> = (payload: DomainEventMap[N], origin: Origin) => void

export interface DomainEvents {
  /**
   * Emits an event. The handlers of this process have run when this returns. Other processes receive the event over the
   * bus.
   */
  emit<N extends Name>(name: N, payload: DomainEventMap[N]): void
  /**
   * Emits an event in this process only. It is used for an event of another process that was missed and then found in
   * the database.
   */
  emitLocally<N extends Name>(name: N, payload: DomainEventMap[N]): void
  /** @returns a function that unsubscribes */
  on<N extends Name>(name: N, listener: Listener<N>): () => void
}

/** Domain events for this process and all others. */
export function createDomainEvents(bus: Bus): DomainEvents {
  const channels: { [N in Name]: Channel<N> } = {
    sessionsEnded: channelOver(bus.topic('announce.sessionsEnded', shapes.sessionsEnded)),
    accessChanged: channelOver(bus.topic('announce.accessChanged', shapes.accessChanged)),
    accountDeleted: channelOver(bus.topic('announce.accountDeleted', shapes.accountDeleted)),
    profileChanged: channelOver(bus.topic('announce.profileChanged', shapes.profileChanged)),
    deviceRenamed: channelOver(bus.topic('announce.deviceRenamed', shapes.deviceRenamed)),
    friendshipEnded: channelOver(bus.topic('announce.friendshipEnded', shapes.friendshipEnded)),
    blocksChanged: channelOver(bus.topic('announce.blocksChanged', shapes.blocksChanged)),
    archiveChanged: channelOver(bus.topic('announce.archiveChanged', shapes.archiveChanged)),
    videosChanged: channelOver(bus.topic('announce.videosChanged', shapes.videosChanged)),
    uploaded: channelOver(bus.topic('announce.uploaded', shapes.uploaded)),
    premiereChanged: channelOver(bus.topic('announce.premiereChanged', shapes.premiereChanged)),
    friendRequested: channelOver(bus.topic('announce.friendRequested', shapes.friendRequested)),
    friendsMade: channelOver(bus.topic('announce.friendsMade', shapes.friendsMade)),
    invitationAccepted: channelOver(bus.topic('announce.invitationAccepted', shapes.invitationAccepted)),
    messagePosted: channelOver(bus.topic('announce.messagePosted', shapes.messagePosted)),
    messageReacted: channelOver(bus.topic('announce.messageReacted', shapes.messageReacted)),
    playlistShared: channelOver(bus.topic('announce.playlistShared', shapes.playlistShared)),
    roomInvited: channelOver(bus.topic('announce.roomInvited', shapes.roomInvited)),
    securityChanged: channelOver(bus.topic('announce.securityChanged', shapes.securityChanged)),
    noticesStored: channelOver(bus.topic('announce.noticesStored', shapes.noticesStored)),
  }
  // An `archiveChanged` event may have been missed while the bus was down, so handlers read the albums again.
  bus.onReturn(() => channels.archiveChanged.deliver({}, { isLocal: false }))
  return {
    emit: (name, payload) => channels[name].emit(payload),
    emitLocally: (name, payload) => channels[name].deliver(payload, { isLocal: false }),
    on: (name, listener) => channels[name].on(listener),
  }
}

interface Channel<N extends Name> {
  emit(payload: DomainEventMap[N]): void
  deliver(payload: DomainEventMap[N], origin: Origin): void
  on(listener: Listener<N>): () => void
}

function channelOver<N extends Name>(topic: Topic<DomainEventMap[N]>): Channel<N> {
  const listeners = new Set<Listener<N>>()
  const deliver = (payload: DomainEventMap[N], origin: Origin) => {
    for (const listener of listeners) listener(payload, origin)
  }
  topic.subscribe((payload) => deliver(payload, { isLocal: false }))
  return {
    emit: (payload) => {
      deliver(payload, { isLocal: true })
      topic.publish(payload)
    },
    deliver,
    on: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
