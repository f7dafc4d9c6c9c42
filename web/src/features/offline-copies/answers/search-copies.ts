import type { Album } from '@tonarchiv/contract/catalog'
import { containsWords, foldText } from '@tonarchiv/contract/fold-text'
import type { Playlist } from '@tonarchiv/contract/playlists'
import type { FoundAlbum, FoundSong, SearchAnswer, SearchGroup } from '@tonarchiv/contract/search'
import type { PlayableTrack } from '#features/tracks/index.ts'
import { songOf } from './copied-songs.ts'

interface Known {
  tracks: readonly PlayableTrack[]
  albums: readonly Album[]
  playlists: readonly Playlist[]
}

interface Asked {
  q: string
  /** Restricts the search to this group of hits; undefined searches all groups. */
  group?: SearchGroup | undefined
  limit: number
  offset: number
}

/** Searches the tracks, albums and playlists on this device. */
export function searchCopies({ tracks, albums, playlists }: Known, asked: Asked): SearchAnswer {
  const has = (text: string) => containsWords(text, asked.q)
  /** The requested page of a group of hits; undefined when that group is not requested. */
  const group = <Hit>(name: SearchGroup, found: () => readonly Hit[]) => {
    if (asked.group !== undefined && asked.group !== name) return undefined
    const hits = found()
    return { hits: hits.slice(asked.offset, asked.offset + asked.limit), total: hits.length }
  }
  return {
    groups: {
      songs: group('songs', () =>
        tracks.filter(({ title, artist, album }) => has(`${title} ${artist} ${album}`)).map(foundSong),
      ),
      albums: group('albums', () =>
        albums.map(foundAlbum).filter(({ albumTitel, artist }) => has(`${albumTitel} ${artist ?? ''}`)),
      ),
      playlists: group('playlists', () => playlists.filter(({ title }) => has(title))),
    },
    corrected: null,
    terms: foldText(asked.q)
      .split(/\s+/)
      .filter((word) => word !== ''),
  }
}

function foundSong(track: PlayableTrack): FoundSong {
  const { count: _count, lastPlayed: _lastPlayed, url: _url, ...song } = songOf(track)
  // A link to an album works with the album's title in place of its id.
  return { ...song, file: track.file, albumId: track.albumId ?? track.album }
}

function foundAlbum(album: Album): FoundAlbum {
  const { albumId, albumTitel, albumCover, releaseJahr, type, isExclusive, artists, tracks } = album
  const artist = artists === undefined ? null : artists.map(({ name }) => name).join(', ')
  const trackCount = tracks.length
  return { albumId, albumTitel, albumCover, releaseJahr, type, isExclusive, artist, trackCount }
}
