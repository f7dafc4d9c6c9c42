import {
  PREMIERE_PEOPLE_NAMED,
  type EndedRoom,
  type ListedRoom,
  type ListeningRoom,
  ROOM_READABLE_DAYS,
  type RoomEntry,
  type RoomPerson,
  type RoomSound,
  type RoomState,
} from '@tonarchiv/contract/rooms'
import type { RoomEvent } from '@tonarchiv/contract/room-events'
import type { Person } from '@tonarchiv/contract/presence'
import type { Video } from '@tonarchiv/contract/videos'
import { type Track, trackToWire } from '#features/catalog/index.ts'
import { isPremiere } from './premiere-acts.ts'
import { countVotes, endOf, proposalsOf, queueOf, votesToSkip } from './queue.ts'
import type { Room } from './room.ts'

const DAY_MS = 86_400_000
const isoOf = (time: number) => new Date(time).toISOString()

export function stateOf(room: Room): RoomState {
  const { id: roomId, revision, kind, name, mode, hostId, entryId, isPlaying, positionMs, at, endedAt } = room
  return {
    roomId,
    revision,
    kind,
    name,
    mode,
    hostId,
    playback: { entryId, isPlaying, positionMs, at },
    queue: [...queueOf(room), ...proposalsOf(room)].map(({ id, isProposal }) => ({
      id,
      isProposal,
      votes: countVotes(room, id),
    })),
    skip: { votes: entryId === null ? 0 : countVotes(room, entryId), needed: votesToSkip(room) },
    peopleCount: room.people.length,
    inviteCode: room.inviteCode,
    endedAt: endedAt === null ? null : isoOf(endedAt),
  }
}

/** The people of a room; of a premiere some of them. */
export function peopleOf(
  room: Room,
  personOf: (userId: string) => Person,
  soundOf: (userId: string) => RoomSound,
): RoomPerson[] {
  const toPerson = ({ userId, joinedAt }: Room['people'][number]): RoomPerson => ({
    ...personOf(userId),
    sound: soundOf(userId),
    joinedAt: isoOf(joinedAt),
  })
  return (isPremiere(room) ? room.people.slice(0, PREMIERE_PEOPLE_NAMED) : room.people).map(toPerson)
}

interface Reader {
  id: string
  /** Tracks and videos by their id; empty when the reader may not play them. */
  tracks: ReadonlyMap<string, Track>
  videos: ReadonlyMap<string, Video>
  hasKey: boolean
  /** Whether the reader may hear only a part of the archive. */
  isScoped: boolean
  personOf: (userId: string) => Person
  soundOf: (userId: string) => RoomSound
}

/** A room as one of its members sees it: without archive access, entries have a duration and no title. */
export function roomToWire(
  room: Room,
  reader: Reader,
  { events, now }: { events: readonly RoomEvent[]; now: number },
): ListeningRoom {
  return {
    state: stateOf(room),
    entries: entriesToWire(room, reader),
    people: peopleOf(room, reader.personOf, reader.soundOf),
    events: [...events],
    conversationId: room.id,
    createdAt: isoOf(room.createdAt),
    now,
  }
}

/** The entries of a room as a member sees them. */
export function entriesToWire(room: Room, reader: Omit<Reader, 'soundOf'>): RoomEntry[] {
  return room.entries.map(({ id, addedBy, durationMs, trackId, videoId }) => {
    const track = reader.tracks.get(trackId ?? '')
    const video = reader.videos.get(videoId ?? '')
    const common = {
      id,
      addedBy: addedBy === null ? null : reader.personOf(addedBy),
      durationMs,
      hasOwnVote: room.votes.some(({ entryId, userId }) => entryId === id && userId === reader.id),
    }
    const isGone = track === undefined && video === undefined
    const isLocked = reader.isScoped && isGone && (trackId !== null || videoId !== null)
    if (!reader.hasKey || isLocked) return { ...common, state: 'locked' as const }
    if (video !== undefined) return { ...common, state: 'shown' as const, video }
    if (track === undefined) return { ...common, state: 'gone' as const }
    return {
      ...common,
      state: 'shown' as const,
      track: { ...trackToWire(track), albumId: track.album.id },
    }
  })
}

/** Maximum number of people in the list of rooms. */
const PEOPLE_SHOWN = 4

export function listedRoom(room: Room, reader: Omit<Reader, 'soundOf'>, now: number): ListedRoom {
  const { id, kind, name, mode, hostId, isPlaying } = room
  const current = room.entries.find((entry) => entry.id === room.entryId)
  const track = reader.tracks.get(current?.trackId ?? '')
  const video = reader.videos.get(current?.videoId ?? '')
  const shown = track && reader.hasKey ? trackToWire(track) : undefined
  return {
    id,
    kind,
    name,
    mode,
    host: hostId === null ? null : reader.personOf(hostId),
    peopleCount: room.people.length,
    people: room.people.slice(0, PEOPLE_SHOWN).map(({ userId }) => reader.personOf(userId)),
    isPlaying,
    track: shown ? { title: shown.title, album: shown.album, coverUrl: shown.coverUrl } : null,
    video:
      video && reader.hasKey
        ? { title: video.title, thumbnailUrl: video.thumbnailUrl, leftMs: leftOf(room, now) }
        : null,
    isJoined: room.people.some(({ userId }) => userId === reader.id),
  }
}

/** Milliseconds that are left of the current entry. */
function leftOf(room: Room, now: number): number {
  const current = room.entries.find(({ id }) => id === room.entryId)
  const end = endOf(room)
  const left = end === undefined ? (current?.durationMs ?? 0) - room.positionMs : end - now
  return Math.max(0, Math.round(left))
}

/** An ended room; its people are all who were in it. */
export function endedRoom(room: Room, personOf: (userId: string) => Person): EndedRoom {
  const { id, kind, name, createdAt, playedCount, people } = room
  const endedAt = room.endedAt ?? createdAt
  return {
    id,
    kind,
    name,
    createdAt: isoOf(createdAt),
    endedAt: isoOf(endedAt),
    readableUntil: isoOf(endedAt + ROOM_READABLE_DAYS * DAY_MS),
    playedCount,
    peopleCount: people.length,
    people: people.slice(0, PEOPLE_SHOWN).map(({ userId }) => personOf(userId)),
    conversationId: id,
  }
}
