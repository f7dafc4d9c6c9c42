import { ROOM_EVENTS_MAX, type RoomEvent } from '@tonarchiv/contract/room-events'
import type { RoomDeviations, RoomPeople } from '@tonarchiv/contract/room-messages'
import {
  ROOM_ENTRIES_MAX,
  type ListeningRoom,
  type RoomEntry,
  type RoomPerson,
  type RoomState,
} from '@tonarchiv/contract/rooms'
import type { output } from 'zod/mini'

/** Maximum number of entries that are kept; more than a room has, because `events` may name earlier entries. */
const KEPT_ENTRIES_MAX = 2 * ROOM_ENTRIES_MAX

/** A room as far as this tab knows it. */
export interface RoomData {
  state: RoomState
  /** Entries by their id: those of `state` that were already read, and earlier ones that `events` may name. */
  entries: ReadonlyMap<string, RoomEntry>
  people: readonly RoomPerson[]
  /** What happened in the room, oldest first; displayed as lines in the conversation. */
  events: readonly RoomEvent[]
  /** The last reported deviation of members, in milliseconds: positive if they are ahead of the room. */
  deviations: ReadonlyMap<string, number>
  createdAt: string
}

/** The room after it was read from the server. Data of `before` that the answer does not contain is kept. */
export function roomRead(
  { state, entries, people, events, createdAt }: ListeningRoom,
  before?: RoomData,
): RoomData {
  return {
    state: before && before.state.revision > state.revision ? before.state : state,
    entries: withEntries(before?.entries, entries),
    people,
    events: withEvents(before?.events ?? [], events),
    deviations: before?.deviations ?? new Map(),
    createdAt,
  }
}

function withEntries(
  before: ReadonlyMap<string, RoomEntry> | undefined,
  entries: readonly RoomEntry[],
): Map<string, RoomEntry> {
  const read = new Map(entries.map((entry) => [entry.id, entry]))
  const earlier = [...(before ?? [])].filter(([id]) => !read.has(id))
  return new Map([...earlier.slice(-(KEPT_ENTRIES_MAX - read.size)), ...read])
}

function withEvents(before: readonly RoomEvent[], added: readonly RoomEvent[]): readonly RoomEvent[] {
  const known = new Set(before.map(({ id }) => id))
  const all = [...before, ...added.filter(({ id }) => !known.has(id))]
  return all.toSorted((one, other) => one.at.localeCompare(other.at)).slice(-ROOM_EVENTS_MAX)
}

/** The room after a new state has arrived. A state that is not newer than the known one is ignored. */
export function stateReceived(room: RoomData, state: RoomState): RoomData {
  return state.roomId !== room.state.roomId || state.revision <= room.state.revision
    ? room
    : { ...room, state }
}

export function eventsReceived(room: RoomData, events: readonly RoomEvent[]): RoomData {
  return { ...room, events: withEvents(room.events, events) }
}

export function peopleReceived(
  room: RoomData,
  { full, people, left }: Pick<output<typeof RoomPeople>, 'full' | 'people' | 'left'>,
): RoomData {
  if (full === true) return { ...room, people }
  const changed = new Map(people.map((person) => [person.id, person]))
  const gone = new Set(left)
  const known = new Set(room.people.map(({ id }) => id))
  const stay = room.people.filter(({ id }) => !gone.has(id)).map((person) => changed.get(person.id) ?? person)
  return { ...room, people: [...stay, ...people.filter(({ id }) => !known.has(id))] }
}

export function deviationsReceived(
  room: RoomData,
  deviations: output<typeof RoomDeviations>['deviations'],
): RoomData {
  return { ...room, deviations: new Map(deviations.map(({ userId, ms }) => [userId, ms])) }
}

/**
 * Whether the music player of a tab in the room plays what the room plays. It does not in a room of videos. In the room
 * of a premiere it plays the music of the room only during the album; before and after that, members hear their own.
 */
export function isFollowed({ kind, mode, playback }: Pick<RoomState, 'kind' | 'mode' | 'playback'>): boolean {
  return kind === 'music' && (mode !== 'premiere' || playback.entryId !== null)
}

/** The room with the tracks of a premiere, which the server sends when the premiere begins. */
export function entriesReceived(room: RoomData, entries: readonly RoomEntry[]): RoomData {
  return { ...room, entries: withEntries(room.entries, entries) }
}

/** The entry that the room plays; undefined if there is none, or if it was not read yet. */
export function currentEntry({ state, entries }: RoomData): RoomEntry | undefined {
  return entries.get(state.playback.entryId ?? '')
}

/** The title and the path of the room as the player shows them; of a premiere with the title of the album. */
export function roomSource(room: RoomData): { title: string; path: string } {
  const { roomId, name, mode } = room.state
  if (mode !== 'premiere') return { title: name, path: `/rooms/${roomId}` }
  const album = currentEntry(room)?.track?.album
  return { title: album === undefined ? name : `Premiere: ${album}`, path: `/premieres/${roomId}` }
}

/** The entry that follows the current one; undefined if there is none, or if it was not read yet. */
export function nextEntry({ state, entries }: RoomData): RoomEntry | undefined {
  return entries.get(state.queue.find(({ isProposal }) => !isProposal)?.id ?? '')
}

/** Which entries were not read yet: `current` if the current one is among them, `others` if only queued ones are. */
export function unreadEntries({ state, entries }: RoomData): 'none' | 'current' | 'others' {
  const { entryId } = state.playback
  if (entryId !== null && !entries.has(entryId)) return 'current'
  return state.queue.every(({ id }) => entries.has(id)) ? 'none' : 'others'
}
