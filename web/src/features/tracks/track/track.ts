import {
  DEFAULT_COVER,
  shownTitle,
  UNKNOWN,
  type Album,
  type AlbumTrack,
  type ArtistLink,
  type Song,
} from '@tonarchiv/contract/catalog'
import type { Favorite } from '@tonarchiv/contract/favorites'
import type { Play, TopTrack } from '@tonarchiv/contract/plays'
import { isAway } from '#client/copies-view.ts'
import { type CanPlay, playsItself } from '#client/playable-formats.ts'
import { encodings } from '#client/qualities.ts'
import { isMissing, titleWithoutMark } from './wording.ts'

/** A track as all lists, the menu and the player use it. See docs/product.md §6.2. */
export interface Track {
  id: string
  /** The title as it is displayed, without a file extension. */
  title: string
  /** The names of the artists. For a track without artists, the title of the album. */
  artist: string
  album: string
  /** The id of the album; undefined for a track that does not come from an album page. */
  albumId?: string | undefined
  /** The artists with their ids; undefined where only their names are known. */
  artists?: readonly ArtistLink[] | undefined
  /** Artists and guests of the track who are not artists of its album; undefined if there are none. */
  credits?: TrackCredits | undefined
  /** The name of the file; undefined for a track that cannot be played. */
  file?: string
  coverUrl: string
  /** The duration as the archive has stored it. */
  durationSeconds: number
  isExclusive: boolean
  /** The year in which the album was released; undefined if it is not known. */
  year?: number | undefined
  /** Set when most browsers cannot play the file. */
  needsConversion?: true
}

/** The artists and guests that an album's track list shows beside the title of a track. */
export interface TrackCredits {
  artists: readonly ArtistLink[]
  features: readonly ArtistLink[]
}

/** A track with a file. */
export type PlayableTrack = Track & { file: string }

export function isPlayable(track: Track): track is PlayableTrack {
  return track.file !== undefined
}

/**
 * Whether the track can be played by this browser. A file that most browsers cannot play counts if this browser can
 * play its format, or if the server can encode it.
 */
export function canStart(
  track: Track,
  {
    canPlay,
    isEncoded = encodings.getState().codec !== undefined,
  }: { canPlay?: CanPlay; isEncoded?: boolean } = {},
): track is PlayableTrack {
  if (!isPlayable(track) || track.needsConversion !== true) return isPlayable(track)
  return isEncoded || playsItself(track, canPlay)
}

/** Whether the track can be played now: without a connection only if there is a copy on this device. */
export function canStartNow(track: Track): track is PlayableTrack {
  return canStart(track) && !isAway(track)
}

/** The cover of an album, or the default cover if it has none. */
export function coverOf({ albumCover }: Pick<Album, 'albumCover'>): string {
  return albumCover === UNKNOWN || albumCover === '' ? DEFAULT_COVER : albumCover
}

/** The tracks of an album in their order. Tracks that are missing are included, without a file. */
export function tracksOfAlbum(album: Album): Track[] {
  const coverUrl = coverOf(album)
  return album.tracks.map((track) => ({
    id: track.id,
    ...(isMissing(track)
      ? { title: titleWithoutMark(track.title) }
      : { title: shownTitle(track.title), file: track.file }),
    ...artistsOf(album, track),
    album: album.albumTitel,
    albumId: album.albumId,
    coverUrl,
    durationSeconds: track.duration,
    isExclusive: album.isExclusive,
    ...markOf(track),
    ...(album.releaseJahr !== UNKNOWN && { year: album.releaseJahr }),
  }))
}

/** The artists that are shown for a track: its own, otherwise those of its album, otherwise the title of the album. */
function artistsOf(
  { albumTitel, artists: ofAlbum = [] }: Album,
  { artists: own = [], features = [] }: AlbumTrack,
): Pick<Track, 'artist' | 'artists' | 'credits'> {
  const artists = own.length > 0 ? own : ofAlbum
  const areOthers = own.length > 0 && namesOf(own) !== namesOf(ofAlbum)
  return {
    artist: artists.length > 0 ? namesOf(artists) : albumTitel,
    ...(artists.length > 0 && { artists }),
    ...((areOthers || features.length > 0) && { credits: { artists: areOthers ? own : [], features } }),
  }
}

function namesOf(artists: readonly ArtistLink[]): string {
  return artists.map(({ name }) => name).join(', ')
}

/** `Artist · Album`; only the album if the album's title is used in place of an artist. */
export function artistAndAlbum({ artist, album }: Pick<Track, 'artist' | 'album'>): string {
  return artist === album ? album : `${artist} · ${album}`
}

/** The track of a favorite. If the track was deleted, it has no file and the id of the favorite. */
export function trackOfFavorite({ itemId, item_data, track }: Favorite): Track {
  const { title, artist, album, coverUrl } = item_data
  return {
    id: track?.id ?? itemId,
    title: titleWithoutMark(title),
    artist,
    album,
    ...(track && { file: track.file }),
    coverUrl,
    durationSeconds: track?.duration ?? 0,
    isExclusive: track?.exclusive ?? false,
    ...(track && markOf(track)),
  }
}

/** The track of an entry of the ranking. */
export function trackOfTopTrack(top: TopTrack): PlayableTrack {
  const { id, title, artist, album, file, coverUrl, duration, exclusive } = top
  return {
    id,
    title: shownTitle(title),
    artist,
    album,
    file,
    coverUrl,
    durationSeconds: duration,
    isExclusive: exclusive,
    ...markOf(top),
  }
}

/** The track of a play in the history. If the track was deleted, it has no file and the id of the play. */
export function trackOfPlay({ id, track_name, artist, album, cover_url, duration, track }: Play): Track {
  return {
    id: track?.id ?? id,
    title: titleWithoutMark(track_name),
    artist,
    album,
    ...(track && { file: track.file }),
    coverUrl: cover_url,
    durationSeconds: track?.duration ?? duration,
    isExclusive: track?.exclusive ?? false,
    ...(track && markOf(track)),
  }
}

type SongFields = Pick<
  Song,
  'id' | 'title' | 'artist' | 'album' | 'file' | 'coverUrl' | 'duration' | 'exclusive' | 'needsConversion'
>

/** The track of an entry in the archive's song list or in a saved queue. */
export function trackOfSong(song: SongFields): Track {
  const { id, title, artist, album, file, coverUrl, duration, exclusive } = song
  return {
    id,
    title: titleWithoutMark(title),
    artist,
    album,
    ...(file !== undefined && { file }),
    coverUrl,
    durationSeconds: duration,
    isExclusive: exclusive,
    ...markOf(song),
  }
}

function markOf({ needsConversion }: Pick<Album['tracks'][number], 'needsConversion'>) {
  return needsConversion === true ? { needsConversion } : {}
}
