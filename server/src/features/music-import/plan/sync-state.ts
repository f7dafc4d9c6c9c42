import type { AlbumSync, AlbumWithFiles, SyncedTrack, TrackRow } from '#features/catalog/index.ts'
import type { PlannedAlbum } from './planned-album.ts'
import type { ReadFile } from '../read/read-folders.ts'
import type { Skipped } from '../record/report.ts'
import type { SourceRow, ValuesRow } from '../record/store.ts'

/** An album before its update to the state of its files, with all that the decisions depend on. */
export interface SyncState {
  planned: PlannedAlbum
  seen: AlbumWithFiles
  /** Tracks of other albums that the records of the files name, by id. */
  foreignTracks: ReadonlyMap<string, TrackRow>
  /** The records of the planned files. */
  known: ReadonlyMap<string, SourceRow>
  /** All records of the album. */
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
  /** The track's former own file, which stays as a further one. */
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
  /** Records of own files outside of the plan that become further files, because the plan has a better one. */
  demoted: readonly { source: SourceRow; track: number }[]
  /** Paths whose records are removed, because their files are no longer those of a track. */
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
