import type { AlbumType } from '@tonarchiv/contract/catalog'
import type { ReadFile } from '../read/read-folders.ts'

/** An album planned from the files of a folder. */
export interface PlannedAlbum {
  /** Identifies the album in every run. It is made from the release id, or from title, artist and folder. */
  key: string
  /** A key made from title and artist. Several albums may share it. */
  nameKey: string
  title: string
  /** The only artist of the album; undefined if there are several or none. */
  artist: string | undefined
  /** The album artists. */
  artists: readonly string[]
  genres: readonly string[]
  year: number | null
  type: AlbumType
  /**
   * Returns the type for an album with these tracks. An album in the archive may have more tracks than there are files.
   */
  typeWith: (trackTitles: readonly string[]) => AlbumType
  tracks: PlannedTrack[]
}

export interface PlannedTrack {
  title: string
  /** Disc, track number and name as one text; see sort-key.ts. */
  sortKey: string
  /** The file with the best encoding of the recording. */
  file: ReadFile
  /** Files with the same recording in other formats. */
  further: ReadFile[]
}

/** All files of an album. */
export function filesOf({ tracks }: PlannedAlbum): ReadFile[] {
  return tracks.flatMap(({ file, further }) => [file, ...further])
}
