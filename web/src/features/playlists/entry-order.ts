import type { Playlist } from '@tonarchiv/contract/playlists'
import type { PlaylistEntry } from '@tonarchiv/contract/playlist-entries'

/** The columns by which the entries of a playlist can be sorted. */
const CHOSEN_COLUMNS = ['title', 'album', 'by', 'added', 'duration'] as const
/**
 * The columns of a smart playlist. It has none for who has added a track and when, because members do not add tracks to
 * it.
 */
const SMART_COLUMNS = ['title', 'album', 'plays', 'played', 'duration'] as const
export type EntryColumn = (typeof CHOSEN_COLUMNS | typeof SMART_COLUMNS)[number]

export function columnsOf({ rules }: Pick<Playlist, 'rules'>): readonly EntryColumn[] {
  return rules === undefined ? CHOSEN_COLUMNS : SMART_COLUMNS
}

/** By which column the entries are sorted, and in which direction. */
export interface EntryOrder {
  by: EntryColumn
  isDescending: boolean
}

export const COLUMN_LABELS: Record<EntryColumn, string> = {
  title: 'Titel',
  album: 'Album',
  by: 'Hinzugefügt von',
  added: 'Am',
  plays: 'Streams',
  played: 'Zuletzt gehört',
  duration: 'Dauer',
}

/**
 * The order after the heading of a column was pressed: ascending, then descending, then undefined for the playlist's
 * own order.
 */
export function orderAfterPress(order: EntryOrder | undefined, by: EntryColumn): EntryOrder | undefined {
  if (order?.by !== by) return { by, isDescending: false }
  return order.isDescending ? undefined : { by, isDescending: true }
}

const german = new Intl.Collator('de', { numeric: true })

type Compare = (one: PlaylistEntry, other: PlaylistEntry) => number

const byTitle: Compare = (one, other) => german.compare(one.title, other.title)

/** When the track was last played; empty if it never was, so that it comes first. */
const lastPlayOf = ({ plays }: PlaylistEntry) => plays?.lastPlayedAt ?? ''

/**
 * The entries sorted by a column. Entries with equal values stay in the playlist's own order.
 * @param nameOf - returns the name of the account that has added an entry
 */
export function sortedEntries(
  entries: readonly PlaylistEntry[],
  order: EntryOrder | undefined,
  nameOf: (addedBy: string | null) => string,
): readonly PlaylistEntry[] {
  if (order === undefined) return entries
  const compare: Record<EntryColumn, Compare> = {
    title: byTitle,
    album: (one, other) => german.compare(one.album, other.album) || byTitle(one, other),
    by: (one, other) => german.compare(nameOf(one.addedBy), nameOf(other.addedBy)),
    added: (one, other) => one.addedAt.localeCompare(other.addedAt),
    plays: (one, other) => (one.plays?.count ?? 0) - (other.plays?.count ?? 0),
    played: (one, other) => lastPlayOf(one).localeCompare(lastPlayOf(other)),
    duration: (one, other) => one.duration - other.duration,
  }
  const sign = order.isDescending ? -1 : 1
  return entries.toSorted((one, other) => sign * compare[order.by](one, other))
}
