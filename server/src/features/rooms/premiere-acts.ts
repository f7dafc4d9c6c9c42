import { PREMIERE_LEAD_MS, PREMIERE_ROOM_NAME } from '@tonarchiv/contract/rooms'
import type { Change, NewEntry, Room } from './room.ts'

/* What happens to the room of a premiere. No member controls it: it waits, plays the album once, and has no host. */

export const isPremiere = ({ mode }: Pick<Room, 'mode'>) => mode === 'premiere'

/** Whether the premiere has begun. */
export const hasBegun = ({ playedRevision }: Pick<Room, 'playedRevision'>) => playedRevision > 0

const nothing = (room: Room): Change => ({ room, isApplied: false, happened: [] })
const done = (room: Room): Change => ({ room, isApplied: true, happened: [] })

/** The waiting room of a premiere. It has the id of its album, and reveals nothing of it. */
export function waitingRoom(albumId: string, now: number): Room {
  return {
    id: albumId,
    kind: 'music',
    revision: 1,
    name: PREMIERE_ROOM_NAME,
    mode: 'premiere',
    hostId: null,
    inviteCode: null,
    entryId: null,
    isPlaying: false,
    positionMs: 0,
    at: now,
    playedBy: null,
    playedRevision: 0,
    playedCount: 0,
    createdAt: now,
    emptySince: now,
    endedAt: null,
    entries: [],
    votes: [],
    people: [],
  }
}

/** Plays the album from its first track on, a little later, so that all browsers can begin at the same time. */
export function begin(room: Room, added: readonly NewEntry[], now: number): Change {
  if (!isPremiere(room) || hasBegun(room)) return nothing(room)
  const entries = added.map(({ id, trackId, videoId, durationMs }, index) => ({
    id,
    trackId,
    videoId,
    durationMs,
    addedBy: null,
    sortKey: index + 1,
    isProposal: false,
  }))
  const [first] = entries
  return done({
    ...room,
    entries,
    entryId: first?.id ?? null,
    isPlaying: first !== undefined,
    at: now + PREMIERE_LEAD_MS,
    playedRevision: room.revision + 1,
    playedCount: first === undefined ? 0 : 1,
    // The time until an empty room ends starts now, so that members who come in the next minutes still find the room.
    emptySince: room.people.length === 0 ? now : null,
  })
}

export function callOff(room: Room, now: number): Change {
  return isPremiere(room) && !hasBegun(room) ? done({ ...room, people: [], endedAt: now }) : nothing(room)
}

/** Reopens the room of a premiere that was called off. The room waits for the premiere again. */
export function announceAgain(room: Room): Change {
  return isPremiere(room) && !hasBegun(room) && room.endedAt !== null
    ? done({ ...room, endedAt: null })
    : nothing(room)
}
