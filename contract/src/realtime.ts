import * as z from 'zod/mini'
import { ChatRead, MessageDeleted, NewMessage, OtherChatChange, OwnTyping, Typing } from './chat.ts'
import { FriendsChanged } from './friends.ts'
import { Heartbeat, HeartbeatReply, OwnStatus, ProfileChanged, StatusChanges } from './presence.ts'
import { SessionEndReason } from './session-end.ts'
import { VideosChanged } from './videos.ts'

/**
 * Where the socket is opened: with the session cookie and an `Origin` of ours, or with `?token=<session token>`.
 * Each message is one JSON text. See docs/product.md §19.1.
 */
export const SOCKET_PATH = '/ws'
/** Largest message to the server, bytes. */
export const SOCKET_MESSAGE_MAX_BYTES = 4096

/** Why the server has closed a socket. */
export const SOCKET_CLOSED = {
  /** The server stops or starts anew: come back. */
  goingAway: 1001,
  /** Too many messages that mean nothing, or far too many at all. */
  policy: 1008,
  /** A message over 4 KiB. */
  tooBig: 1009,
  /** Not reading fast enough, or too many sockets from one address: come back later. */
  tryLater: 1013,
  /** No session, or it is over: log in. */
  noSession: 4401,
  /** The e-mail address is not verified. */
  unverified: 4403,
  /** The same account has opened too many newer sockets: come back only when this page is looked at. */
  replaced: 4409,
} as const

/** Over the socket: this session is over; the socket closes with `noSession`. */
export const SessionEnded = z.object({ type: z.literal('sessionEnded'), reason: SessionEndReason })
/** Over the socket: albums or tracks were added, changed or removed. */
export const ArchiveChanged = z.object({ type: z.literal('archiveChanged') })

/** Everything a browser may send. Unknown fields are ignored, unknown types are counted as rubbish. */
export const ToServer = z.discriminatedUnion('type', [OwnStatus, Heartbeat, OwnTyping])
/** As it is written by a sender. */
export type ToServer = z.input<typeof ToServer>

/** Everything the server may send. */
export const ToBrowser = z.discriminatedUnion('type', [
  StatusChanges,
  HeartbeatReply,
  Typing,
  NewMessage,
  MessageDeleted,
  OtherChatChange,
  ChatRead,
  FriendsChanged,
  ProfileChanged,
  SessionEnded,
  ArchiveChanged,
  VideosChanged,
])
export type ToBrowser = z.infer<typeof ToBrowser>
