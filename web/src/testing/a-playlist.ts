import type { PlaylistEntry } from '@tonarchiv/contract/playlist-entries'
import type { Playlist } from '@tonarchiv/contract/playlists'

/** The account that owns the playlists in tests. */
export const mila = { id: 'mila', username: 'mila_k', displayName: 'Mila Kramer', photoURL: null }

/** An empty private playlist of the logged-in member, for tests. */
export function aPlaylist(id: string, more: Partial<Playlist> = {}): Playlist {
  return {
    id,
    title: id,
    description: '',
    visibility: 'private',
    owner: mila,
    collaborators: [],
    role: 'owner',
    isFollowed: false,
    entryCount: 0,
    duration: 0,
    hasOwnCover: false,
    covers: [],
    revision: 1,
    createdAt: '2026-11-21T09:38:00.000Z',
    changedAt: '2026-11-21T09:38:00.000Z',
    ...more,
  }
}

/** An entry whose track is in the archive, for tests. */
export function aPlaylistEntry(id: string, more: Partial<PlaylistEntry> = {}): PlaylistEntry {
  return {
    id,
    sortKey: 0,
    addedBy: 'mila',
    addedAt: '2026-11-21T09:38:00.000Z',
    title: `Titel ${id}`,
    artist: 'Kolja Brandt',
    album: 'Album',
    coverUrl: '/default-album.jpg',
    duration: 100,
    exclusive: false,
    track: { id: `t-${id}`, file: `${id}.mp3` },
    ...more,
  }
}
