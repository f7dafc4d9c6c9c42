import { shownTitle } from '@tonarchiv/contract/catalog'
import { comparePlaces, entriesAfter } from '@tonarchiv/contract/playlist-changes'
import type { Playlist } from '@tonarchiv/contract/playlists'
import { LOCKED_TITLE, type listChanges, type PlaylistEntry } from '@tonarchiv/contract/playlist-entries'
import type { Person } from '@tonarchiv/contract/presence'
import type { ResponseOf } from '@tonarchiv/contract/route'
import type { Track } from '#features/tracks/index.ts'

/** A playlist with its entries, as its page shows it. */
export interface OpenPlaylist {
  playlist: Playlist
  /** The entries in the playlist's own order. While a long playlist is loading, only the first entries. */
  entries: readonly PlaylistEntry[]
  /** Set while some entries have not been loaded yet. */
  isPartial?: true
  /** The accounts that have added entries, by their id. */
  people: ReadonlyMap<string, Person>
}

/** A change of entries by this account to which the server has not replied yet. */
export type EntryChange =
  | { kind: 'move'; entryIds: readonly string[]; after: string | null }
  | { kind: 'remove'; entryIds: readonly string[] }
  | { kind: 'restore'; entryIds: readonly string[]; entries: readonly PlaylistEntry[] }

/** The playlist after changes that the server has reported, made by other members or this browser. */
export function withChanges(open: OpenPlaylist, changes: ResponseOf<typeof listChanges>): OpenPlaylist {
  return {
    ...open,
    playlist: changes.playlist,
    entries: entriesAfter(open.entries, changes),
    people: withPeople(open.people, changes.people),
  }
}

export function withPeople(
  known: ReadonlyMap<string, Person>,
  people: readonly Person[],
): ReadonlyMap<string, Person> {
  return new Map([...known, ...people.map((person) => [person.id, person] as const)])
}

/** The entries after changes to which the server has not replied yet. */
export function withPending(
  entries: readonly PlaylistEntry[],
  changes: readonly EntryChange[],
): readonly PlaylistEntry[] {
  let shown = entries
  for (const change of changes) {
    if (change.kind === 'restore') {
      shown = withRestored(shown, change.entries)
      continue
    }
    const ids = new Set(change.entryIds)
    const others = shown.filter(({ id }) => !ids.has(id))
    if (change.kind === 'remove') {
      shown = others
      continue
    }
    const { after } = change
    const place = after === null ? 0 : others.findIndex(({ id }) => id === after) + 1
    // The entry behind which the others are moved was removed, so the server will reject the move.
    if (after !== null && place === 0) continue
    const byId = new Map(shown.map((entry) => [entry.id, entry]))
    const moved = change.entryIds.flatMap((id) => byId.get(id) ?? [])
    shown = [...others.slice(0, place), ...moved, ...others.slice(place)]
  }
  return shown
}

/** Inserts each restored entry before the first entry that follows it in the order of the playlist. */
function withRestored(
  entries: readonly PlaylistEntry[],
  restored: readonly PlaylistEntry[],
): readonly PlaylistEntry[] {
  let shown = entries
  const present = new Set(entries.map(({ id }) => id))
  for (const entry of restored.filter(({ id }) => !present.has(id)).toSorted(comparePlaces)) {
    const next = shown.findIndex((other) => comparePlaces(entry, other) < 0)
    shown = shown.toSpliced(next < 0 ? shown.length : next, 0, entry)
  }
  return shown
}

/** The id of the entry that will precede the moved entry when that is put at this index; null at the beginning. */
export function entryBefore(
  entries: readonly Pick<PlaylistEntry, 'id'>[],
  moved: string,
  to: number,
): string | null {
  return entries.filter(({ id }) => id !== moved)[to - 1]?.id ?? null
}

/** The track of an entry. If the track was deleted, it has no file, and its id is that of the entry. */
export function trackOfEntry(entry: PlaylistEntry): Track {
  const { id, title, artist, album, coverUrl, duration, exclusive, track } = entry
  return {
    id: track?.id ?? id,
    title: shownTitle(title),
    artist,
    album,
    ...(track && { file: track.file }),
    coverUrl,
    durationSeconds: duration,
    isExclusive: exclusive,
    ...(track?.needsConversion && { needsConversion: track.needsConversion }),
  }
}

/** A row of the list. */
export interface EntryRow {
  entry: PlaylistEntry
  /** The position of the entry in the displayed order, from 1. */
  number: number
  /**
   * In a row for several entries that follow one another and have no title for the member: how many they are.
   * Otherwise 0.
   */
  groupSize: number
}

/** Whether the key of the member does not open the track, and the member does not know its title. */
const isUnnamed = ({ isLocked, title }: PlaylistEntry) => isLocked === true && title === LOCKED_TITLE

/**
 * The rows of the list. With `areUnnamedGrouped`, one row shows the first of several unnamed entries that follow one
 * another, and a second row all others.
 */
export function rowsOf(entries: readonly PlaylistEntry[], areUnnamedGrouped: boolean): EntryRow[] {
  const rows: EntryRow[] = []
  let previous: PlaylistEntry | undefined
  for (const [index, entry] of entries.entries()) {
    const follows = areUnnamedGrouped && isUnnamed(entry) && previous !== undefined && isUnnamed(previous)
    const last = rows.at(-1)
    if (follows && last !== undefined && last.groupSize > 0) last.groupSize += 1
    else rows.push({ entry, number: index + 1, groupSize: follows ? 1 : 0 })
    previous = entry
  }
  return rows
}
