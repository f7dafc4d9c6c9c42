import type { AlbumWithFiles, TrackRow } from '#features/catalog/index.ts'
import { isSameRecording, type Recording } from './duplicates.ts'
import type { PlannedAlbum, PlannedTrack } from './planned-album.ts'
import type { SourceRow } from '../record/store.ts'
import type { SyncState } from './sync-state.ts'

/**
 * Finds the existing tracks for planned tracks. They are found by the records of their files, otherwise by the same
 * recording.
 */
export function matchTracks(
  { planned, seen, known }: SyncState,
  mainSources: ReadonlyMap<string, SourceRow>,
): Map<PlannedTrack, string> {
  const idOf = new Map<PlannedTrack, string>()
  const taken = new Set<string>()
  const match = (track: PlannedTrack, id: string | null | undefined) => {
    if (id === null || id === undefined || taken.has(id) || idOf.has(track)) return
    taken.add(id)
    idOf.set(track, id)
  }
  for (const track of planned.tracks)
    for (const file of [track.file, ...track.further]) match(track, known.get(file.recorded)?.trackId)
  for (const track of planned.tracks) {
    if (idOf.has(track)) continue
    const recording = recordingOf(track)
    const twin = seen.tracks.find((row) => {
      const isFree = !taken.has(row.id) && row.fileName !== null
      return isFree && isSameRecording(recordingOfRow(row, mainSources.get(row.id)), recording)
    })
    match(track, twin?.id)
  }
  return idOf
}

/** Whether every planned track is a recording that the album has. */
export function hasAllRecordings(
  planned: PlannedAlbum,
  seen: AlbumWithFiles,
  sources: readonly SourceRow[],
): boolean {
  const mainSources = mainSourcesOf(sources)
  const its = seen.tracks.map((row) => recordingOfRow(row, mainSources.get(row.id)))
  return planned.tracks.every((track) => its.some((one) => isSameRecording(one, recordingOf(track))))
}

/** The records of the tracks' own files, by the ids of the tracks. */
export function mainSourcesOf(sources: readonly SourceRow[]): Map<string, SourceRow> {
  return new Map(
    sources.flatMap((row) => (row.trackId !== null && row.trackFileId === null ? [[row.trackId, row]] : [])),
  )
}

function recordingOf({ title, sortKey, file }: PlannedTrack): Recording {
  return { title, sortKey, durationSeconds: file.info.durationSeconds }
}

/**
 * The recording of an existing track. It has the title from the file, because the title of the track may have been
 * edited.
 */
function recordingOfRow({ title, durationSeconds }: TrackRow, source: SourceRow | undefined): Recording {
  return { title: source?.title ?? title, durationSeconds, sortKey: source?.sortKey ?? null }
}
