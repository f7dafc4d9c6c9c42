import * as z from 'zod/mini'
import { ChatRead, MessageDeleted, NewMessage, OtherChatChange, OwnTyping, Typing } from './chat.ts'
import { ChatOrderChanged, ReportsChanged } from './chat-order.ts'
import { ConversationsChanged, TheirRead } from './conversations.ts'
import { FriendsChanged } from './friends.ts'
import { KeyRequestsChanged } from './key-requests.ts'
import { CommandFromDevice, CommandToDevice, OwnPlayer, PlayDevices, PlayStateSaved } from './play-devices.ts'
import { PlaylistsChanged } from './playlists.ts'
import { PlaylistMembersHere } from './playlist-sharing.ts'
import { OpenPlaylist, PlaylistChanged } from './playlist-entries.ts'
import { Heartbeat, HeartbeatReply, OwnStatus, ProfileChanged, StatusChanges } from './presence.ts'
import {
  ClockReply,
  ClockRequest,
  ListenAnswered,
  ListenRequested,
  RoomChanged,
  RoomEntries,
  RoomDeviations,
  RoomEvents,
  RoomHere,
  RoomOver,
  RoomPeople,
  RoomsChanged,
} from './room-messages.ts'
import { NoticesChanged } from './notifications.ts'
import { SessionEndReason } from './session-end.ts'
import { PremieresChanged } from './premieres.ts'
import { VideosChanged } from './videos.ts'

/**
 * Path of the WebSocket. The upgrade request carries the session cookie and an allowed `Origin`, or
 * `?token=<session token>`. Each message is one JSON text. See docs/product.md §19.1.
 */
export const SOCKET_PATH = '/ws'
/** Maximum size in bytes of a message to the server. */
export const SOCKET_MESSAGE_MAX_BYTES = 4096

/** Close codes, by which the client knows why the server has closed its socket. */
export const SOCKET_CLOSED = {
  /** The server is stopping or restarting; the client reconnects. */
  goingAway: 1001,
  /** Too many invalid messages, or far too many messages. */
  policy: 1008,
  /** A message over 4 KiB. */
  tooBig: 1009,
  /** The client reads too slowly, or there are too many sockets from one address; it reconnects later. */
  tryLater: 1013,
  /** There is no session, or it has ended; the member has to log in. */
  noSession: 4401,
  /** The e-mail address is not verified. */
  unverified: 4403,
  /** The same account has opened too many newer sockets. The page reconnects only when it becomes visible again. */
  replaced: 4409,
} as const

/** Sent over the socket: this session has ended; the socket then closes with `noSession`. */
export const SessionEnded = z.object({ type: z.literal('sessionEnded'), reason: SessionEndReason })
/** Sent over the socket: albums or tracks were added, changed or removed. */
export const ArchiveChanged = z.object({ type: z.literal('archiveChanged') })

/**
 * Every message that a browser may send. Unknown fields are ignored; unknown types count as invalid messages.
 */
export const ToServer = z.discriminatedUnion('type', [
  OwnStatus,
  Heartbeat,
  OwnTyping,
  OpenPlaylist,
  OwnPlayer,
  CommandToDevice,
  ClockRequest,
  RoomHere,
])
/** The type as a sender writes it, before validation. */
export type ToServer = z.input<typeof ToServer>

/** Every message that the server may send. */
export const ToBrowser = z.discriminatedUnion('type', [
  StatusChanges,
  HeartbeatReply,
  Typing,
  NewMessage,
  MessageDeleted,
  OtherChatChange,
  ChatRead,
  ChatOrderChanged,
  ReportsChanged,
  KeyRequestsChanged,
  ConversationsChanged,
  TheirRead,
  FriendsChanged,
  ProfileChanged,
  SessionEnded,
  ArchiveChanged,
  VideosChanged,
  PremieresChanged,
  PlaylistChanged,
  PlaylistMembersHere,
  PlaylistsChanged,
  PlayDevices,
  CommandFromDevice,
  PlayStateSaved,
  ClockReply,
  RoomChanged,
  RoomEntries,
  RoomPeople,
  RoomDeviations,
  RoomEvents,
  RoomOver,
  RoomsChanged,
  ListenRequested,
  ListenAnswered,
  NoticesChanged,
])
export type ToBrowser = z.infer<typeof ToBrowser>
