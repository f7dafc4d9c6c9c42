import { DEFAULT_COVER, shownTitle, UNKNOWN, type Album } from '@tonarchiv/contract/catalog'
import { isMissing } from '#features/catalog/index.ts'

/** What the player knows of a track. See docs/product.md §6.2. */
export interface PlayerTrack {
  id: string
  /** As it is shown, without a file extension. */
  title: string
  /** The album's title. */
  artist: string
  album: string
  /** Missing for a track that cannot be played. */
  file?: string
  coverUrl: string
  /** Seconds, as the archive knows them. */
  duration: number
  isExclusive: boolean
  /** When the album came out, as far as it is known. */
  year?: number | undefined
}

export function isPlayable({ file }: PlayerTrack): boolean {
  return file !== undefined
}

/** The cover of an album, or the image that stands for a missing one. */
export function coverOf({ albumCover }: Pick<Album, 'albumCover'>): string {
  return albumCover === UNKNOWN || albumCover === '' ? DEFAULT_COVER : albumCover
}

/** The tracks of an album in its order; a missing one is there, without its file. */
export function tracksOfAlbum(album: Album): PlayerTrack[] {
  const coverUrl = coverOf(album)
  return album.tracks.map((track) => ({
    id: track.id,
    title: shownTitle(track.title),
    artist: album.albumTitel,
    album: album.albumTitel,
    ...(!isMissing(track) && { file: track.file }),
    coverUrl,
    duration: track.duration,
    isExclusive: album.isExclusive,
    ...(album.releaseJahr !== UNKNOWN && { year: album.releaseJahr }),
  }))
}
