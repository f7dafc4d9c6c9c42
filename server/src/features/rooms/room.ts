import type { RoomEvent } from '@tonarchiv/contract/room-events'
import type { RoomCommand, RoomKind, RoomMode } from '@tonarchiv/contract/rooms'

/** An entry of a room: the current one, one of the queue, or a proposal. */
export interface Entry {
  id: string
  /** Null when the track was deleted, and in a room of videos. */
  trackId: string | null
  /** Null when the video was deleted, and in a room of music. */
  videoId: string | null
  durationMs: number
  /** Null when the account was deleted. */
  addedBy: string | null
  /** Entries without votes are played in this order. */
  sortKey: number
  isProposal: boolean
}

export interface Vote {
  entryId: string
  userId: string
}

/** The state of a room as it is stored. Times are those of the rooms' clock, in milliseconds since 1970. */
export interface Room {
  id: string
  kind: RoomKind
  revision: number
  name: string
  mode: RoomMode
  hostId: string | null
  /** The code that invitations contain; null in a room that is open to all. */
  inviteCode: string | null
  entryId: string | null
  isPlaying: boolean
  positionMs: number
  at: number
  /** The member who changed the playback last, and with which revision; null for the end of an entry. */
  playedBy: string | null
  playedRevision: number
  playedCount: number
  createdAt: number
  emptySince: number | null
  endedAt: number | null
  entries: readonly Entry[]
  /** Votes for entries of the queue, and for skipping the current entry. */
  votes: readonly Vote[]
  /** Those who are in the room, the one who has been there longest first. */
  people: readonly { userId: string; joinedAt: number }[]
}

type WithoutBase<E> = E extends unknown ? Omit<E, 'id' | 'at' | 'by'> & { by: string } : never
/** An event of a room, with the id of the member who caused it. */
export type Happened = WithoutBase<RoomEvent>

type Added = Extract<RoomCommand, { name: 'add' }>
type Access = Extract<RoomCommand, { name: 'access' }>
/** A command with the entries that it adds, which were looked up before, and with the code for new invitations. */
export type Command =
  | Exclude<RoomCommand, Added | Access>
  | (Omit<Added, 'added'> & { entries: readonly NewEntry[] })
  | (Access & { newCode: string })
export type NewEntry = Pick<Entry, 'id' | 'trackId' | 'videoId' | 'durationMs'>

/** What changes a room. */
export type Act =
  | { type: 'command'; userId: string; command: Command }
  | { type: 'join'; userId: string }
  | { type: 'leave'; userId: string }
  /** The account of a member was deleted. */
  | { type: 'forget'; userId: string }
  /** A premiere begins: its room plays these entries. */
  | { type: 'begin'; entries: readonly NewEntry[] }
  /** A premiere was called off: its room ends. */
  | { type: 'callOff' }
  /** A premiere was set again after it was called off: its room waits again. */
  | { type: 'announce' }
  /** Time has passed: the current entry may be over, or an empty room may end. */
  | { type: 'pass' }

export interface Change {
  /** The same object when nothing has changed. */
  room: Room
  /** Whether a command had the effect that its sender meant. */
  isApplied: boolean
  happened: readonly Happened[]
}
