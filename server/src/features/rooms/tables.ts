import type { RoomKind, RoomMode } from '@tonarchiv/contract/rooms'

export interface RoomsTables {
  /** Listening rooms. Times that are numbers are those of the rooms' clock, in milliseconds since 1970. */
  listeningRooms: {
    id: string
    kind: RoomKind
    /** Incremented with every change of the room, its entries, votes or people. */
    revision: number
    name: string
    mode: RoomMode
    hostId: string | null
    /** The code that invitations contain; null in a room that is open to all. */
    inviteCode: string | null
    /** The current entry; null when nothing is left in the queue. */
    entryId: string | null
    isPlaying: number
    /** The position in the current entry at the time `at`. */
    positionMs: number
    at: number
    /** The member who changed the playback last, and with which revision; null for the end of an entry. */
    playedBy: string | null
    playedRevision: number
    playedCount: number
    createdAt: number
    /** When the last member left; null while members are in the room. */
    emptySince: number | null
    endedAt: number | null
  }
  roomEntries: {
    id: string
    roomId: string
    trackId: string | null
    /** Rooms of videos have a video instead of a track. */
    videoId: string | null
    durationMs: number
    addedBy: string | null
    sortKey: number
    isProposal: number
  }
  /** Votes for entries of the queue, and for skipping the current entry. */
  roomVotes: { entryId: string; userId: string; roomId: string }
  /** The members who are in a room, or were. */
  roomSeats: {
    roomId: string
    userId: string
    /** The account while it is in the room, so that it is in one room at most; null after it has left. */
    holderId: string | null
    joinedAt: number
    /** The last time at which a process had a tab of the member that follows the room. */
    seenAt: number
  }
  /** Open questions of members who want to listen along with another one. */
  listenRequests: {
    id: string
    userId: string
    /** The member who is asked. */
    targetId: string
    until: number
  }
}

declare module '#database/schema.ts' {
  interface Schema extends RoomsTables {}
}
