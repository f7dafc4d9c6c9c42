import type { AlbumSync, TrackFile } from '#features/catalog/index.ts'
import { hasOtherArtists } from './artist-changes.ts'
import { hasOtherGenres } from './genre-changes.ts'
import { decideTrack } from './decide-track.ts'
import { mainSourcesOf, matchTracks } from './match-tracks.ts'
import type { ReadFile } from '../read/read-folders.ts'
import type { Skipped } from '../record/report.ts'
import type { DecidedTrack, SyncPlan, SyncState } from './sync-state.ts'
import { inOrder } from './track-order.ts'

/**
 * Decides how an album is made equal to its files. A value in the catalog that differs from what the import wrote was
 * edited in the browser; it is kept, unless `tagsWin`. Tracks without a file in the plan are kept.
 */
export function planSync(state: SyncState, linked: (file: ReadFile) => TrackFile): SyncPlan {
  const { planned, seen, tagsWin } = state
  const skipped: Skipped[] = []
  const mainSources = mainSourcesOf(state.sources)
  const idOf = matchTracks(state, mainSources)
  const decided = planned.tracks.map((track) =>
    decideTrack(state, track, idOf.get(track), mainSources, { linked, skipped }),
  )
  const touched = new Set(decided.flatMap(({ synced }) => synced.id ?? []))
  const others = seen.tracks
    .filter(({ id }) => !touched.has(id))
    .map((row): DecidedTrack => {
      const sortKey = mainSources.get(row.id)?.sortKey ?? undefined
      return {
        synced: { id: row.id, title: row.title },
        sortKey,
        hasChanges: false,
        files: [],
        demoted: undefined,
        forgotten: undefined,
      }
    })
  const tracks = inOrder(seen.tracks, [...decided, ...others], mainSources, tagsWin)
  const isReordered = tracks.some(({ synced }, position) => synced.id !== seen.tracks[position]?.id)
  const fields = fieldsOf(state, tracks)
  return {
    sync: { ...fields, tracks: tracks.map(({ synced }) => synced) },
    files: tracks.flatMap(({ files }, track) => files.map((file) => ({ ...file, track }))),
    demoted: tracks.flatMap(({ demoted }, track) =>
      demoted === undefined ? [] : [{ source: demoted, track }],
    ),
    forgotten: tracks.flatMap(({ forgotten }) => forgotten ?? []),
    hasChanges: isReordered || Object.keys(fields).length > 0 || tracks.some(({ hasChanges }) => hasChanges),
    newTracks: tracks.filter(({ synced }) => synced.id === undefined).length,
    skipped,
  }
}

/** The fields of the album that the files change. */
function fieldsOf(
  { planned, seen: { album, artists, genres }, values, isPart, tagsWin }: SyncState,
  tracks: readonly DecidedTrack[],
): Pick<AlbumSync, 'releaseYear' | 'type' | 'artists' | 'genres'> {
  if (isPart) return {}
  const type = planned.typeWith(tracks.map(({ synced }) => synced.title))
  const mayChange = (current: unknown, written: unknown) =>
    tagsWin || (values !== undefined && current === written)
  const isOtherYear = album.releaseYear !== planned.year && mayChange(album.releaseYear, values?.releaseYear)
  const isOtherType = album.type !== type && mayChange(album.type, values?.type)
  return {
    ...(isOtherYear && { releaseYear: planned.year }),
    ...(isOtherType && { type }),
    ...(hasOtherArtists(planned.artists, artists, values?.artists, tagsWin) && { artists: planned.artists }),
    ...(hasOtherGenres(planned.genres, genres, values?.genres, tagsWin) && { genres: planned.genres }),
  }
}
