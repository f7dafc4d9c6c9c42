import type { AlbumType } from '@tonarchiv/contract/catalog'
import type { ReadFile } from '../read/read-folders.ts'

/** An album planned from the files of a folder. */
export interface PlannedAlbum {
  /** The same in every run: made of the release id, or of title, artist and folder. */
  key: string
  /** Made of title and artist, which several albums may share. */
  nameKey: string
  title: string
  /** Undefined with several artists, or without any. */
  artist: string | undefined
  /** The album artists. */
  artists: readonly string[]
  genres: readonly string[]
  year: number | null
  type: AlbumType
  /** The type that the album has with these tracks; an album in the archive may have more tracks than its files. */
  typeWith: (trackTitles: readonly string[]) => AlbumType
  tracks: PlannedTrack[]
}

export interface PlannedTrack {
  title: string
  /** Disc, number and name; see sort-key.ts. */
  sortKey: string
  /** The best encoding of the recording. */
  file: ReadFile
  /** The same recording in other formats. */
  further: ReadFile[]
}

/** All files of an album. */
export function filesOf({ tracks }: PlannedAlbum): ReadFile[] {
  return tracks.flatMap(({ file, further }) => [file, ...further])
}
