import * as z from 'zod/mini'
import { Person } from './presence.ts'
import { RoomEvent } from './room-events.ts'
import { ROOM_LEAD_MS, RoomEntry, RoomPerson, RoomSound, RoomState } from './rooms.ts'
import { Id } from './text.ts'

/* Messages over the socket that belong to listening rooms. See docs/product.md §25. */

/** How far a browser is ahead of the room, or behind it (negative), in milliseconds. */
const DeviationMs = z.int().check(z.minimum(-10_000), z.maximum(10_000))

/**
 * Sent over the socket by a client, to compare its clock with the server's. `sent` is the client's own time, which is
 * returned unchanged.
 */
export const ClockRequest = z.object({
  type: z.literal('clock'),
  sent: z.number().check(z.minimum(-1e15), z.maximum(1e15)),
})

/**
 * Sent over the socket to the client of a `ClockRequest`: when the server received the request and when it replied, in
 * milliseconds since 1970 with fractions. The clock of rooms is the same in all processes of the server and never goes
 * back.
 */
export const ClockReply = z.object({
  type: z.literal('clock'),
  sent: z.number(),
  received: z.number(),
  replied: z.number(),
})

/**
 * Sent over the socket by a tab that follows a room, after its member has joined it, and again after each reconnect and
 * change; null when the tab no longer follows a room. The member stays in the room while one of their tabs follows it.
 */
export const RoomHere = z.object({
  type: z.literal('roomHere'),
  roomId: z.nullable(Id),
  sound: z.optional(RoomSound),
  /** The browser's deviation from the room; missing while the browser does not know it. */
  deviationMs: z.optional(DeviationMs),
  /** The round trip between this browser and the server in milliseconds; missing if it is short or not known. */
  delayMs: z.optional(z.int().check(z.minimum(0), z.maximum(ROOM_LEAD_MS))),
})

/** Sent over the socket to the tabs that follow a room: its new state. */
export const RoomChanged = z.extend(RoomState, { type: z.literal('roomChanged') })

/**
 * Sent over the socket to the tabs that follow the room of a premiere, when its doors have opened: the tracks of the
 * album. The message is sent before the state that refers to these tracks, so that a thousand browsers need no call.
 */
export const RoomEntries = z.object({
  type: z.literal('roomEntries'),
  roomId: Id,
  entries: z.array(RoomEntry),
})

/**
 * Sent over the socket to the tabs that follow a room, at most once a second: members who are new or whose sound has
 * changed, and the ids of those who have left. With `full` the list is complete.
 */
export const RoomPeople = z.object({
  type: z.literal('roomPeople'),
  roomId: Id,
  full: z.optional(z.literal(true)),
  people: z.array(RoomPerson),
  left: z.array(Id),
})

/** Sent over the socket to the tabs that follow a room, at most every five seconds: the last reported deviations. */
export const RoomDeviations = z.object({
  type: z.literal('roomDeviations'),
  roomId: Id,
  deviations: z.array(z.object({ userId: Id, ms: DeviationMs })),
})

/** Sent over the socket to the tabs that follow a room: new lines in its conversation, oldest first. */
export const RoomEvents = z.object({
  type: z.literal('roomEvents'),
  roomId: Id,
  events: z.array(RoomEvent),
})

/**
 * Sent over the socket to a tab that follows a room: its member is no longer in the room. `left`: the member left with
 * another tab, joined another room, or was away for too long, and may join again. `ended`: the room has ended.
 */
export const RoomOver = z.object({
  type: z.literal('roomOver'),
  roomId: Id,
  reason: z.enum(['left', 'ended']),
})

/**
 * Sent over the socket to all members: a room was opened, renamed or has ended. Clients that show rooms read the list.
 */
export const RoomsChanged = z.object({ type: z.literal('roomsChanged') })

/**
 * Sent over the socket to a member: another member (`person`) wants to listen along, and waits for an answer until
 * `until` on the server's clock. With `isAllowed` the recipient lets friends listen along, so the browser that plays
 * answers without showing the question.
 */
export const ListenRequested = z.object({
  type: z.literal('listenRequested'),
  requestId: Id,
  person: Person,
  until: z.number(),
  isAllowed: z.boolean(),
})

/**
 * The answer to the request of a member to listen along. Sent over the socket to the member who asked, and to the
 * member who was asked (`person`), so that their other devices stop showing the question. It contains the room that was
 * opened, with an invitation code if the room needs one; null for a refusal or no answer.
 */
export const ListenAnswered = z.object({
  type: z.literal('listenAnswered'),
  requestId: Id,
  person: Person,
  roomId: z.nullable(Id),
  inviteCode: z.nullable(z.string()),
  /** Set when the member who has asked took the question back. */
  isCancelled: z.optional(z.literal(true)),
})
