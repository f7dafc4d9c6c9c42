import type { AlbumSync, AlbumWithFiles, SyncedTrack, TrackRow } from '#features/catalog/index.ts'
import type { PlannedAlbum } from './planned-album.ts'
import type { ReadFile } from '../read/read-folders.ts'
import type { Skipped } from '../record/report.ts'
import type { SourceRow, ValuesRow } from '../record/store.ts'

/** What is known of an album before it is brought to the state of its files. */
export interface SyncState {
  planned: PlannedAlbum
  seen: AlbumWithFiles
  /** Tracks of other albums that the files were recorded for, by id. */
  foreignTracks: ReadonlyMap<string, TrackRow>
  /** The records of the planned files. */
  known: ReadonlyMap<string, SourceRow>
  /** All records of the album. */
  sources: readonly SourceRow[]
  /** Undefined for an album that an older version imported. */
  values: ValuesRow | undefined
  /** The files are only a part of the album: they change tracks, but not the fields of the album. */
  isPart: boolean
  /** Values of the files replace those that were edited in the browser. */
  tagsWin: boolean
  /** Whether there is no file at a recorded path. */
  isMissing: (path: string) => boolean
}

/** What a file is of its track after the sync. */
export type FileRole =
  /** The track's own file. */
  | { is: 'main'; isStored: boolean }
  /** The track's former own file, which stays as a further one. */
  | { is: 'former' }
  | { is: 'further'; index: number }
  /** A further file, as before. */
  | { is: 'kept'; trackFileId: string }

/** A file with the track, by its index in `AlbumSync.tracks`, that it belongs to. */
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
  /** Records of files outside of the plan whose track got a better file. */
  demoted: readonly { source: SourceRow; track: number }[]
  /** Paths whose files are no longer those of a track. */
  forgotten: readonly string[]
  hasChanges: boolean
  /** Number of tracks that the album did not have. */
  newTracks: number
  skipped: readonly Skipped[]
}

/** A track of the album with everything that is decided about it. */
export interface DecidedTrack {
  synced: SyncedTrack
  sortKey: string | undefined
  hasChanges: boolean
  files: Omit<SyncedFile, 'track'>[]
  demoted: SourceRow | undefined
  forgotten: string | undefined
}
