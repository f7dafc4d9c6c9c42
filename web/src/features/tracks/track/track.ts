import { DEFAULT_COVER, shownTitle, UNKNOWN, type Album, type Song } from '@tonarchiv/contract/catalog'
import type { Favorite } from '@tonarchiv/contract/favorites'
import type { Play, TopTrack } from '@tonarchiv/contract/plays'
import { isMissing, titleWithoutMark } from './wording.ts'

/** A track in every list, in the menu and in the player. See docs/product.md §6.2. */
export interface Track {
  id: string
  /** The displayed title, without a file extension. */
  title: string
  /** The album's title. */
  artist: string
  album: string
  /** Undefined for a track that cannot be played. */
  file?: string
  coverUrl: string
  /** As the archive knows it. */
  durationSeconds: number
  isExclusive: boolean
  /** Year of the album's release, if known. */
  year?: number | undefined
}

/** A track with a file. */
export type PlayableTrack = Track & { file: string }

export function isPlayable(track: Track): track is PlayableTrack {
  return track.file !== undefined
}

/** The cover of an album, or the placeholder image. */
export function coverOf({ albumCover }: Pick<Album, 'albumCover'>): string {
  return albumCover === UNKNOWN || albumCover === '' ? DEFAULT_COVER : albumCover
}

/** The tracks of an album in order; a missing one is included without a file. */
export function tracksOfAlbum(album: Album): Track[] {
  const coverUrl = coverOf(album)
  return album.tracks.map((track) => ({
    id: track.id,
    ...(isMissing(track)
      ? { title: titleWithoutMark(track.title) }
      : { title: shownTitle(track.title), file: track.file }),
    artist: album.albumTitel,
    album: album.albumTitel,
    coverUrl,
    durationSeconds: track.duration,
    isExclusive: album.isExclusive,
    ...(album.releaseJahr !== UNKNOWN && { year: album.releaseJahr }),
  }))
}

/** A favorite; one whose track was deleted has no file, and its id is that of the favorite. */
export function trackOfFavorite({ itemId, item_data, track }: Favorite): Track {
  const { title, artist, album, coverUrl } = item_data
  return {
    id: track?.id ?? itemId,
    title: shownTitle(title),
    artist,
    album,
    ...(track && { file: track.file }),
    coverUrl,
    durationSeconds: track?.duration ?? 0,
    isExclusive: track?.exclusive ?? false,
  }
}

/** A track of the ranking; its artist is the album's title. */
export function trackOfTopTrack(top: TopTrack): PlayableTrack {
  const { id, title, artist, file, coverUrl, duration, exclusive } = top
  return {
    id,
    title: shownTitle(title),
    artist,
    album: artist,
    file,
    coverUrl,
    durationSeconds: duration,
    isExclusive: exclusive,
  }
}

/** A play; one whose track was deleted has no file, and its id is that of the play. */
export function trackOfPlay({ id, track_name, artist, album, cover_url, duration, track }: Play): Track {
  return {
    id: track?.id ?? id,
    title: shownTitle(track_name),
    artist,
    album,
    ...(track && { file: track.file }),
    coverUrl: cover_url,
    durationSeconds: track?.duration ?? duration,
    isExclusive: track?.exclusive ?? false,
  }
}

type SongFields = Pick<
  Song,
  'id' | 'title' | 'artist' | 'album' | 'file' | 'coverUrl' | 'duration' | 'exclusive'
>

/** A song of the archive's song list, or a track of a saved queue. */
export function trackOfSong({
  id,
  title,
  artist,
  album,
  file,
  coverUrl,
  duration,
  exclusive,
}: SongFields): Track {
  return {
    id,
    title: shownTitle(title),
    artist,
    album,
    ...(file !== undefined && { file }),
    coverUrl,
    durationSeconds: duration,
    isExclusive: exclusive,
  }
}
