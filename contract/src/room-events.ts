import * as z from 'zod/mini'
import { Person } from './presence.ts'
import { Id, IsoTimestamp } from './text.ts'

/** Maximum number of events that a room keeps; they are held in memory only. */
export const ROOM_EVENTS_MAX = 50

const line = { id: Id, at: IsoTimestamp, by: Person }
const lineAbout = { ...line, entryId: Id }

/**
 * A line in the conversation of a room about what happened in it. `by` is the member who did it. It names entries by
 * their id, so that it contains no title.
 */
export const RoomEvent = z.discriminatedUnion('name', [
  z.object({ name: z.literal('joined'), ...line }),
  z.object({ name: z.literal('left'), ...line }),
  /** `entryId` is the first of the added entries. */
  z.object({ name: z.literal('added'), ...lineAbout, count: z.number() }),
  z.object({ name: z.literal('proposed'), ...lineAbout, count: z.number() }),
  z.object({ name: z.literal('accepted'), ...lineAbout }),
  z.object({ name: z.literal('removed'), ...lineAbout }),
  z.object({ name: z.literal('paused'), ...lineAbout }),
  z.object({ name: z.literal('resumed'), ...lineAbout }),
  z.object({ name: z.literal('sought'), ...lineAbout, positionMs: z.number() }),
  /** `entryId` is the entry that was skipped. */
  z.object({ name: z.literal('skipped'), ...lineAbout }),
  /** Because of votes, this entry is now the first one of the queue. */
  z.object({ name: z.literal('leads'), ...lineAbout }),
  z.object({ name: z.literal('skipVotes'), ...lineAbout, votes: z.number(), needed: z.number() }),
  z.object({ name: z.literal('mode'), ...line, mode: z.enum(['host', 'all', 'vote']) }),
  z.object({ name: z.literal('access'), ...line, isInviteOnly: z.boolean() }),
  z.object({ name: z.literal('renamed'), ...line, roomName: z.string() }),
  /** `by` is now the host. `wasLongest`: the previous host has left, and `by` has been in the room longest. */
  z.object({ name: z.literal('host'), ...line, wasLongest: z.boolean() }),
])
export type RoomEvent = z.infer<typeof RoomEvent>
