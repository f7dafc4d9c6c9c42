import * as z from 'zod/mini'
import { Track } from './catalog.ts'
import { Person } from './presence.ts'
import { notFound, refusal } from './refusal.ts'
import { route } from './route.ts'
import { RoomEvent } from './room-events.ts'
import { Id, INTEGER_MAX, IsoTimestamp, plainText } from './text.ts'
import { Video, videoNotFound } from './videos.ts'

/* Listening rooms ("Hörraum"). The messages over the socket are in room-messages.ts. See docs/product.md §25. */

/** Maximum number of open rooms, and of members in one of them. */
export const ROOMS_MAX = 50
export const ROOM_PEOPLE_MAX = 200
/** Maximum number of members who wait for a premiere in its room. */
export const PREMIERE_PEOPLE_MAX = 1000
/** Of the members in the room of a premiere, those who have been there longest are named, at most this many. */
export const PREMIERE_PEOPLE_NAMED = 24
/** Maximum number of entries of a room: the current one, those that follow it, and proposals. */
export const ROOM_ENTRIES_MAX = 300
/** Maximum number of tracks or videos that one command adds. */
export const ROOM_ADDED_MAX = 100
export const ROOM_NAME_MAX = 60
/** A room ends this long after the last member has left it. */
export const ROOM_ENDS_AFTER_MS = 10 * 60_000
/** How long the conversation of a room that has ended stays readable. */
export const ROOM_READABLE_DAYS = 30
/** Maximum number of ended rooms in the list. */
export const ENDED_ROOMS_MAX = 50
/**
 * The playback that a command starts begins later than the command, so that all browsers can begin at the same time: by at
 * least `ROOM_LEAD_LEAST_MS`, and by at most `ROOM_LEAD_MS`. See `roomLeadMs`.
 */
export const ROOM_LEAD_MS = 400
export const ROOM_LEAD_LEAST_MS = 175
/**
 * The first track of a premiere begins this long after the doors have opened: enough for a thousand browsers to load
 * its beginning.
 */
export const PREMIERE_LEAD_MS = 2000
/** The name of the room of a premiere, which all members may know. Clients show the title of the album instead. */
export const PREMIERE_ROOM_NAME = 'Premierenabend'

/**
 * How long after a command the playback begins, in milliseconds.
 * @param delayMs - the round trip between the server and the browser of the room that is furthest away
 */
export const roomLeadMs = (delayMs: number) => Math.min(ROOM_LEAD_MS, ROOM_LEAD_LEAST_MS + delayMs)

/** What a room plays: tracks, or videos ("Kinoabend"). */
export const RoomKind = z.enum(['music', 'video'])
export type RoomKind = z.infer<typeof RoomKind>

/**
 * Who controls a room. `host`: the host, to whom others propose tracks. `all`: all members in it. `vote`: votes order
 * the queue, and an entry is skipped when more than half of the members in the room vote for that.
 */
export const ChosenMode = z.enum(['host', 'all', 'vote'], 'Bitte wähle, wer bestimmt')
export type ChosenMode = z.infer<typeof ChosenMode>

/**
 * `premiere`: no member controls the room. The server opens it with the id of the album, and plays the album from the
 * time of the premiere on.
 */
export const RoomMode = z.enum([...ChosenMode.options, 'premiere'])
export type RoomMode = z.infer<typeof RoomMode>

/** A position in an entry, in milliseconds. */
const Milliseconds = z.number().check(z.minimum(0), z.maximum(86_400_000))

/**
 * What a room plays: at the time `at` of the server's clock, in milliseconds since 1970, the position in the entry was
 * `positionMs`. While it plays, the position at a later time is `positionMs` plus the time since `at`. `at` may be in
 * the future: the entry then begins at that time. Null when nothing is left in the queue.
 */
export const RoomPlayback = z.object({
  entryId: z.nullable(Id),
  isPlaying: z.boolean(),
  positionMs: z.number(),
  at: z.number(),
})
export type RoomPlayback = z.infer<typeof RoomPlayback>

/** The position at a time of the server's clock; it may be beyond the end of the entry. */
export function roomPositionAt({ isPlaying, positionMs, at }: RoomPlayback, now: number): number {
  return isPlaying ? positionMs + Math.max(0, now - at) : positionMs
}

/** The state of a room without titles. Each change increments `revision`; a state with an older one is ignored. */
export const RoomState = z.object({
  roomId: Id,
  revision: z.number(),
  kind: RoomKind,
  name: z.string(),
  mode: RoomMode,
  /** Null while the room is empty, and in the room of a premiere. */
  hostId: z.nullable(Id),
  playback: RoomPlayback,
  /**
   * The entries after the current one, in the order in which they will be played, and behind them the proposals, which
   * are played only after the host has accepted them.
   */
  queue: z.array(z.object({ id: Id, votes: z.number(), isProposal: z.boolean() })),
  /** In the mode `vote`: the votes for skipping the current entry, and how many are needed to skip it. */
  skip: z.object({ votes: z.number(), needed: z.number() }),
  peopleCount: z.number(),
  /**
   * The code that an invitation contains, when only invited members may join; null in a room that is open to all. A
   * room for invited members is listed only for members who are or were in it.
   */
  inviteCode: z.nullable(z.string()),
  /** When the room ended; null while it is open. */
  endedAt: z.nullable(IsoTimestamp),
})
export type RoomState = z.infer<typeof RoomState>

/**
 * Whether a member hears the room. `off`: the sound was switched off, or the browser rejects it. `locked`: the member
 * has no right to the track. `away`: the browser has no connection at the moment.
 */
export const RoomSound = z.enum(['on', 'off', 'locked', 'away'])
export type RoomSound = z.infer<typeof RoomSound>

/** A member in a room. */
export const RoomPerson = z.extend(Person, { sound: RoomSound, joinedAt: IsoTimestamp })
export type RoomPerson = z.infer<typeof RoomPerson>

/** A track of a room, for members who may hear it. */
const RoomTrack = z.extend(Track, {
  /** The artists of the track as one text; the title of the album if the track has none. */
  artist: z.string(),
  album: z.string(),
  albumId: Id,
  coverUrl: z.string(),
  exclusive: z.boolean(),
})

export const RoomEntry = z.object({
  id: Id,
  /** The member who has added the entry; null when the account was deleted. */
  addedBy: z.nullable(Person),
  durationMs: z.number(),
  /** The caller's own vote: for an entry of the queue to be played earlier, for the current one to be skipped. */
  hasOwnVote: z.boolean(),
  /** `locked`: the caller may not play the track or video. `gone`: it is no longer in the archive. */
  state: z.enum(['shown', 'locked', 'gone']),
  /** Only with `shown`: the track, or the video in a room of videos. */
  track: z.optional(RoomTrack),
  video: z.optional(Video),
})
export type RoomEntry = z.infer<typeof RoomEntry>

/** A room as a member in it sees it. */
export const ListeningRoom = z.object({
  state: RoomState,
  /** The current entry and those of the queue, in no particular order. */
  entries: z.array(RoomEntry),
  /** In the room of a premiere only some; `peopleCount` of the state counts all. */
  people: z.array(RoomPerson),
  /** The last lines about what happened in the room, oldest first. */
  events: z.array(RoomEvent),
  /** The conversation of the room. Those who left the room may read it, those in it also write. */
  conversationId: Id,
  createdAt: IsoTimestamp,
  /** The time of the server's clock when it answered, in milliseconds since 1970. */
  now: z.number(),
})
export type ListeningRoom = z.infer<typeof ListeningRoom>

/** A room in the list of open rooms. */
export const ListedRoom = z.object({
  id: Id,
  kind: RoomKind,
  name: z.string(),
  mode: RoomMode,
  host: z.nullable(Person),
  peopleCount: z.number(),
  /** The members who have been there longest, at most four. */
  people: z.array(Person),
  isPlaying: z.boolean(),
  /** The track that the room plays. Null when nothing is left, or the caller may not hear it. */
  track: z.nullable(z.object({ title: z.string(), album: z.string(), coverUrl: z.string() })),
  /** The video that a room of videos plays, with the remaining milliseconds. Null in the same cases as `track`. */
  video: z.nullable(
    z.object({ title: z.string(), thumbnailUrl: z.nullable(z.string()), leftMs: z.number() }),
  ),
  /** Whether the caller is in it. */
  isJoined: z.boolean(),
})
export type ListedRoom = z.infer<typeof ListedRoom>

/** An ended room in which the caller was, while its conversation is readable. */
export const EndedRoom = z.object({
  id: Id,
  kind: RoomKind,
  name: z.string(),
  createdAt: IsoTimestamp,
  endedAt: IsoTimestamp,
  readableUntil: IsoTimestamp,
  /** Number of entries that were played. */
  playedCount: z.number(),
  /** Number of members who were in it, and at most four of them. */
  peopleCount: z.number(),
  people: z.array(Person),
  conversationId: Id,
})
export type EndedRoom = z.infer<typeof EndedRoom>

export const roomNotFound = refusal(404, 'ROOM_NOT_FOUND', 'Diesen Hörraum gibt es nicht')
export const roomEnded = refusal(410, 'ROOM_ENDED', 'Dieser Raum ist zu Ende')
export const roomFull = refusal(
  409,
  'ROOM_FULL',
  `Der Raum ist voll (${ROOM_PEOPLE_MAX} von ${ROOM_PEOPLE_MAX}).`,
)
export const premiereFull = refusal(
  409,
  'PREMIERE_FULL',
  `Der Warteraum ist voll (${PREMIERE_PEOPLE_MAX} von ${PREMIERE_PEOPLE_MAX}).`,
)
export const premiereRuns = refusal(403, 'PREMIERE_RUNS', 'Eine Premiere läuft für alle gleich')
export const tooManyRooms = refusal(
  409,
  'TOO_MANY_ROOMS',
  `Es sind schon ${ROOMS_MAX} Räume offen. Komm in einen davon dazu.`,
)
export const notInRoom = refusal(409, 'NOT_IN_ROOM', 'Du bist nicht mehr in diesem Raum')
export const notYourRoom = refusal(403, 'ROOM_NOT_YOURS', 'Das bestimmt gerade der Gastgeber')
export const votesDecide = refusal(403, 'ROOM_VOTES', 'Hier entscheidet die Abstimmung')
export const noVotesHere = refusal(409, 'ROOM_NO_VOTES', 'In diesem Raum wird nicht abgestimmt')
export const roomQueueFull = refusal(
  409,
  'ROOM_QUEUE_FULL',
  `Eine Warteschlange hat im Hörraum höchstens ${ROOM_ENTRIES_MAX} Titel`,
)
export const hostNotHere = refusal(409, 'ROOM_HOST_NOT_HERE', 'Diese Person ist nicht mehr im Raum')
export const notForRoom = refusal(404, 'NOT_FOR_ROOM', 'Davon lässt sich nichts abspielen')

/** The refusal when only invited members may join the room, and the caller has no valid invitation. */
export const invitedOnly = refusal(
  403,
  'ROOM_INVITED_ONLY',
  'In diesen Raum kommst du nur mit einer Einladung. Bitte jemanden darin um den Link.',
)
export const onlyVideosHere = refusal(409, 'ROOM_ONLY_VIDEOS', 'In diesem Raum laufen nur Videos')
export const onlyMusicHere = refusal(409, 'ROOM_ONLY_MUSIC', 'In diesem Raum läuft nur Musik')

const RoomName = plainText({
  min: 1,
  max: ROOM_NAME_MAX,
  tooShort: 'Bitte gib dem Raum einen Namen',
  tooLong: `Ein Name hat höchstens ${ROOM_NAME_MAX} Zeichen`,
})

/** What is added to a room: tracks or videos in this order, or all playable tracks of an album or playlist. */
const Added = z.union([
  z.object({
    trackIds: z
      .array(Id)
      .check(
        z.minLength(1, 'Wähle mindestens einen Titel'),
        z.maxLength(ROOM_ADDED_MAX, `Höchstens ${ROOM_ADDED_MAX} Titel auf einmal`),
      ),
  }),
  z.object({ albumId: Id }),
  z.object({ playlistId: Id }),
  z.object({
    videoIds: z
      .array(Id)
      .check(
        z.minLength(1, 'Wähle mindestens ein Video'),
        z.maxLength(ROOM_ADDED_MAX, `Höchstens ${ROOM_ADDED_MAX} Videos auf einmal`),
      ),
  }),
])
export type Added = z.infer<typeof Added>

const seen = { revision: z.int().check(z.minimum(0), z.maximum(INTEGER_MAX)) }
const about = { ...seen, entryId: Id }

/**
 * A command to a room, with the revision that the caller has seen. `play`, `pause`, `seek` and `next` name the current
 * entry. They have no effect when it is over, or when another member has changed the playback since that revision; the
 * answer then has `isApplied` false. An `entryId` that the room no longer has is answered in the same way.
 */
export const RoomCommand = z.discriminatedUnion('name', [
  z.object({ name: z.literal('play'), ...about }),
  z.object({ name: z.literal('pause'), ...about }),
  z.object({ name: z.literal('seek'), ...about, positionMs: Milliseconds }),
  z.object({ name: z.literal('next'), ...about }),
  /** Adds to the end of the queue. In the mode `host`, what others than the host add is a proposal. */
  z.object({ name: z.literal('add'), ...seen, added: Added }),
  /** Makes a proposal an entry at the end of the queue. */
  z.object({ name: z.literal('accept'), ...about }),
  z.object({ name: z.literal('remove'), ...about }),
  /** Moves an entry behind another one of the queue; null moves it to the beginning. */
  z.object({ name: z.literal('move'), ...about, after: z.nullable(Id) }),
  /** In the mode `vote`: votes for an entry of the queue, or takes the vote back. */
  z.object({ name: z.literal('vote'), ...about, isFor: z.boolean() }),
  /** In the mode `vote`: votes for skipping the current entry, or takes the vote back. */
  z.object({ name: z.literal('voteSkip'), ...about, isFor: z.boolean() }),
  z.object({ name: z.literal('mode'), ...seen, mode: ChosenMode }),
  z.object({ name: z.literal('rename'), ...seen, roomName: RoomName }),
  z.object({ name: z.literal('host'), ...seen, userId: Id }),
  /** Opens the room to invited members only, with a new code for invitations, or to all members. */
  z.object({ name: z.literal('access'), ...seen, isInviteOnly: z.boolean() }),
])
export type RoomCommand = z.infer<typeof RoomCommand>

const oneRoom = z.object({ id: Id })
const RoomAnswer = z.object({ room: ListeningRoom })

export const listRooms = route({
  method: 'GET',
  path: '/api/rooms',
  access: 'verified',
  summary: 'The open rooms, the newest first, and ended ones whose conversation the caller may still read.',
  answer: z.object({ rooms: z.array(ListedRoom), ended: z.array(EndedRoom) }),
})

export const openRoom = route({
  method: 'POST',
  path: '/api/rooms',
  access: 'key',
  summary: 'Opens a room with the caller as its host; the caller leaves the room they were in.',
  body: z.object({
    name: RoomName,
    mode: z._default(ChosenMode, 'all'),
    kind: z._default(RoomKind, 'music'),
    isInviteOnly: z._default(z.boolean(), false),
    added: Added,
    /** The position at which the first entry begins. */
    positionMs: z._default(Milliseconds, 0),
  }),
  status: 201,
  answer: RoomAnswer,
  refusals: [tooManyRooms, notForRoom, notFound, videoNotFound, onlyVideosHere, onlyMusicHere],
})

export const getRoom = route({
  method: 'GET',
  path: '/api/rooms/:id',
  access: 'verified',
  summary: 'A room in which the caller is, with its entries as the caller may see them.',
  params: oneRoom,
  answer: RoomAnswer,
  refusals: [roomNotFound, roomEnded, notInRoom],
})

export const joinRoom = route({
  method: 'POST',
  path: '/api/rooms/:id/join',
  access: 'verified',
  summary: 'Joins a room; the caller leaves the room they were in.',
  params: oneRoom,
  answer: RoomAnswer,
  refusals: [roomNotFound, roomEnded, roomFull, premiereFull, invitedOnly],
})

export const joinRoomInvited = route({
  method: 'POST',
  path: '/api/rooms/:id/join-invited',
  access: 'verified',
  summary: 'Joins a room with the code of an invitation; the caller leaves the room they were in.',
  params: oneRoom,
  body: z.object({ code: z.string().check(z.minLength(1), z.maxLength(64)) }),
  answer: RoomAnswer,
  refusals: [roomNotFound, roomEnded, roomFull, premiereFull, invitedOnly],
})

export const leaveRoom = route({
  method: 'POST',
  path: '/api/rooms/:id/leave',
  access: 'verified',
  summary: 'Leaves a room in all of the caller’s browsers.',
  params: oneRoom,
  answer: z.object({ success: z.boolean() }),
  refusals: [roomNotFound],
})

export const commandRoom = route({
  method: 'POST',
  path: '/api/rooms/:id/commands',
  access: 'verified',
  summary: 'Controls a room; what has been overtaken by another command has no effect.',
  params: oneRoom,
  body: RoomCommand,
  answer: z.object({
    isApplied: z.boolean(),
    state: RoomState,
    /** Number of tracks or videos of an `add` that were left out because the queue is full. */
    leftOut: z.number(),
  }),
  refusals: [
    roomNotFound,
    roomEnded,
    notInRoom,
    notYourRoom,
    premiereRuns,
    votesDecide,
    noVotesHere,
    roomQueueFull,
    hostNotHere,
    notForRoom,
    notFound,
    videoNotFound,
    onlyVideosHere,
    onlyMusicHere,
  ],
})
