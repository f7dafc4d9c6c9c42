import { containsWords } from '@tonarchiv/contract/fold-text'
import type { Playlist } from '@tonarchiv/contract/playlists'
import { getStored, setStored } from '#client/signed-in-storage.ts'

export type PlaylistKind = 'own' | 'shared' | 'smart' | 'followed'

const KINDS: Record<PlaylistKind, (playlist: Playlist) => boolean> = {
  own: ({ role }) => role === 'owner',
  shared: ({ role, collaborators }) =>
    role === 'collaborator' || (role === 'owner' && collaborators.length > 0),
  smart: ({ rules }) => rules !== undefined,
  followed: ({ role }) => role === 'reader',
}

/** The filters of the playlists page. A smart playlist also matches the filter for own or for followed playlists. */
export const PLAYLIST_FILTERS = [
  { value: 'all', label: 'Alle' },
  { value: 'own', label: 'Eigene' },
  { value: 'shared', label: 'Gemeinsame' },
  { value: 'smart', label: 'Automatische' },
  { value: 'followed', label: 'Gefolgte' },
] as const
export type PlaylistFilter = (typeof PLAYLIST_FILTERS)[number]['value']

/** The sort orders of the playlists page; the first one is that of the server. */
export const PLAYLIST_ORDERS = [
  { value: 'changed', label: 'Zuletzt geändert' },
  { value: 'title', label: 'Titel' },
  { value: 'created', label: 'Neueste' },
  { value: 'length', label: 'Längste' },
] as const
export type PlaylistOrder = (typeof PLAYLIST_ORDERS)[number]['value']

const german = new Intl.Collator('de', { numeric: true })

const COMPARE: Record<Exclude<PlaylistOrder, 'changed'>, (one: Playlist, other: Playlist) => number> = {
  title: (one, other) => german.compare(one.title, other.title),
  created: (one, other) => other.createdAt.localeCompare(one.createdAt),
  length: (one, other) => other.entryCount - one.entryCount,
}

/** The number of playlists of each kind that the filters distinguish. */
export function playlistCounts(playlists: readonly Playlist[]): Record<PlaylistKind, number> {
  const count = (kind: PlaylistKind) => playlists.filter(KINDS[kind]).length
  return {
    own: count('own'),
    shared: count('shared'),
    smart: count('smart'),
    followed: count('followed'),
  }
}

/**
 * The playlists that match the filter and the search, sorted.
 * @param playlists - all playlists, ordered by the last change, newest first
 */
export function chosenPlaylists(
  playlists: readonly Playlist[],
  { search, filter, order }: { search: string; filter: PlaylistFilter; order: PlaylistOrder },
): readonly Playlist[] {
  const wanted = search.trim()
  const found = playlists.filter(
    (playlist) =>
      (filter === 'all' || KINDS[filter](playlist)) &&
      (wanted === '' || containsWords(playlist.title, wanted)),
  )
  return order === 'changed' ? found : found.toSorted(COMPARE[order])
}

/** The sort order that this account last chose in this browser. */
export function storedOrder(userId: string): PlaylistOrder {
  const [owner, chosen] = getStored('playlistOrder')?.split(' ') ?? []
  const known = PLAYLIST_ORDERS.find(({ value }) => owner === userId && value === chosen)
  return known?.value ?? 'changed'
}

export function storeOrder(userId: string, order: PlaylistOrder): void {
  setStored('playlistOrder', `${userId} ${order}`)
}
