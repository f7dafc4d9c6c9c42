import type { AlbumSync, AlbumWithFiles, SyncedTrack, TrackRow } from '#features/catalog/index.ts'
import type { PlannedAlbum } from './planned-album.ts'
import type { ReadFile } from '../read/read-folders.ts'
import type { Skipped } from '../record/report.ts'
import type { SourceRow, ValuesRow } from '../record/store.ts'

/** An album before it is made equal to its files, with all data on which the decisions depend. */
export interface SyncState {
  planned: PlannedAlbum
  seen: AlbumWithFiles
  /** Tracks of other albums to which the records of the planned files refer, by id. */
  foreignTracks: ReadonlyMap<string, TrackRow>
  /** The database records of the planned files, by path. */
  known: ReadonlyMap<string, SourceRow>
  /** All database records of the album's files. */
  sources: readonly SourceRow[]
  /** The values that the import wrote last. Undefined for an album that an older version imported. */
  values: ValuesRow | undefined
  /** Whether the files are only a part of the album. They then change tracks, but not the fields of the album. */
  isPart: boolean
  /** Whether values of the files replace those that were edited in the browser. */
  tagsWin: boolean
  /** Whether there is no file at a recorded path. */
  isMissing: (path: string) => boolean
}

/** The role of a file in its track after the update. */
export type FileRole =
  /** The track's own file. */
  | { is: 'main'; isStored: boolean }
  /** The track's former own file, which stays as a further file. */
  | { is: 'former' }
  | { is: 'further'; index: number }
  /** An unchanged further file. */
  | { is: 'kept'; trackFileId: string }

/** A file and its track, as an index in `AlbumSync.tracks`. */
export interface SyncedFile {
  file: ReadFile
  track: number
  role: FileRole
  sortKey: string
  title: string
  artists: string
}

export interface SyncPlan {
  sync: AlbumSync & { tracks: readonly SyncedTrack[] }
  files: readonly SyncedFile[]
  /** Records of tracks' own files outside of the plan. They become further files, because the plan has better files. */
  demoted: readonly { source: SourceRow; track: number }[]
  /** Paths whose records are removed, because their files do not belong to a track any more. */
  forgotten: readonly string[]
  hasChanges: boolean
  /** Number of tracks that the album did not have. */
  newTracks: number
  skipped: readonly Skipped[]
}

/** A track of the album and all decisions about it. */
export interface DecidedTrack {
  synced: SyncedTrack
  sortKey: string | undefined
  hasChanges: boolean
  files: Omit<SyncedFile, 'track'>[]
  demoted: SourceRow | undefined
  forgotten: string | undefined
}
