import type { SyncedTrack, TrackFile, TrackRow } from '#features/catalog/index.ts'
import { artistsNow, hasOtherArtists } from './artist-changes.ts'
import { artistsOfTrack } from '@tonarchiv/contract/album-tags'
import type { PlannedTrack } from './planned-album.ts'
import { encodingOf, encodingOfRow, isBetter } from './quality.ts'
import { isUnchanged, type ReadFile } from '../read/read-folders.ts'
import type { Skipped } from '../record/report.ts'
import type { SourceRow } from '../record/store.ts'
import type { DecidedTrack, FileRole, SyncedFile, SyncState } from './sync-state.ts'

interface Deciding {
  linked: (file: ReadFile) => TrackFile
  skipped: Skipped[]
}

/** The values of a planned track that are recorded for its files. */
type Taken = Pick<SyncedFile, 'sortKey' | 'title' | 'artists'>

export function decideTrack(
  state: SyncState,
  track: PlannedTrack,
  id: string | undefined,
  mainSources: ReadonlyMap<string, SourceRow>,
  deciding: Deciding,
): DecidedTrack {
  const { seen, foreignTracks, known, tagsWin } = state
  const artists = artistsOfTrack(track.file.info.tags)
  const taken: Taken = { sortKey: track.sortKey, title: track.title, artists: JSON.stringify(artists) }
  const ofAlbum = seen.tracks.find((one) => one.id === id)
  const row = ofAlbum ?? (id === undefined ? undefined : foreignTracks.get(id))
  if (row === undefined) return newTrack(track, taken, artists, deciding)
  const isOwnFile = (one: SourceRow) => one.trackId === row.id && one.trackFileId === null
  const source = mainSources.get(row.id) ?? [...known.values()].find(isOwnFile)
  const { files, main, keepsFormerFile, further, without, ownsTrack } = assignFiles(
    state,
    { track, row, source, taken },
    deciding.skipped,
  )
  const written = source?.title ?? null
  const isTitleEdited = written === null ? row.title !== track.title : row.title !== written
  const title = ownsTrack && (tagsWin || !isTitleEdited) ? track.title : row.title
  const isOtherArtist =
    ownsTrack && hasOtherArtists(artists, artistsNow(state, row, source?.artists), source?.artists, tagsWin)
  const hasChanges =
    title !== row.title ||
    isOtherArtist ||
    row.albumId !== seen.album.id ||
    main !== undefined ||
    further.length + without.length > 0
  const isElsewhere =
    main !== undefined && !files.some(({ file }) => known.get(file.recorded)?.path === source?.path)
  return {
    synced: {
      id: row.id,
      title,
      ...(isOtherArtist && { artists }),
      ...(main !== undefined && { file: deciding.linked(main), keepsFormerFile }),
      ...(further.length > 0 && { further: further.map(deciding.linked) }),
      ...(without.length > 0 && { without }),
    },
    sortKey: ownsTrack ? track.sortKey : (source?.sortKey ?? undefined),
    hasChanges,
    files,
    demoted: isElsewhere && keepsFormerFile ? source : undefined,
    forgotten: isElsewhere && !keepsFormerFile ? source?.path : undefined,
  }
}

function newTrack(
  { title, sortKey, file, further }: PlannedTrack,
  taken: Taken,
  artists: SyncedTrack['artists'],
  { linked }: Deciding,
): DecidedTrack {
  const files = [file, ...further].map((one, index) => {
    const role: FileRole = index === 0 ? { is: 'main', isStored: true } : { is: 'further', index: index - 1 }
    return withRole(one, role, taken)
  })
  const synced = { title, artists, file: linked(file), further: further.map(linked) }
  return { synced, sortKey, hasChanges: true, files, demoted: undefined, forgotten: undefined }
}

function withRole(file: ReadFile, role: FileRole, taken: Taken): Omit<SyncedFile, 'track'> {
  return { file, role, ...taken }
}

interface Assigning {
  track: PlannedTrack
  row: TrackRow
  /** The record of the track's own file. */
  source: SourceRow | undefined
  taken: Taken
}

/** How the files of a planned track are assigned to an existing track. */
interface Assigned {
  files: DecidedTrack['files']
  /** The file that becomes the track's own file. */
  main: ReadFile | undefined
  keepsFormerFile: boolean
  further: ReadFile[]
  without: string[]
  /**
   * Whether one of the files is or becomes the track's own file. The title and the position of the track then follow
   * the plan.
   */
  ownsTrack: boolean
}

/**
 * Assigns the files of a planned track, whose best file must come first. Files that are not used are added to
 * `skipped`.
 */
function assignFiles(
  { seen, known, tagsWin, isMissing }: SyncState,
  { track, row, source, taken }: Assigning,
  skipped: Skipped[],
): Assigned {
  const result: Assigned = {
    files: [],
    main: undefined,
    keepsFormerFile: false,
    further: [],
    without: [],
    ownsTrack: false,
  }
  const isFileEdited =
    !tagsWin && source !== undefined && source.storedAt !== null && source.storedAt !== row.storedAt
  const original = seen.further.find((one) => one.trackId === row.id && one.isOriginal === 1)
  const ownFormat = original?.format ?? row.format
  const formats = new Set(seen.further.flatMap((one) => (one.trackId === row.id ? [one.format] : [])))
  const add = (file: ReadFile, role: FileRole) => result.files.push(withRole(file, role, taken))
  const addFurther = (file: ReadFile) => {
    formats.add(file.info.format)
    add(file, { is: 'further', index: result.further.length })
    result.further.push(file)
  }
  for (const file of [track.file, ...track.further]) {
    const rec = known.get(file.recorded)
    if (rec?.trackId === row.id && rec.trackFileId === null) {
      result.ownsTrack = true
      // A better file of this plan has become the track's own file, so this file becomes a further file.
      if (result.main !== undefined) add(file, { is: 'former' })
      else {
        const isStored = !isUnchanged(file, rec) && !isFileEdited
        if (isStored) result.main = file
        add(file, { is: 'main', isStored })
      }
    } else if (rec?.trackId === row.id && rec.trackFileId !== null) {
      if (isUnchanged(file, rec)) add(file, { is: 'kept', trackFileId: rec.trackFileId })
      else {
        result.without.push(rec.trackFileId)
        addFurther(file)
      }
    } else if (row.format === null || (mayReplace() && isReplacement(file))) {
      result.main = file
      result.ownsTrack = true
      result.keepsFormerFile = ownFormat !== null && ownFormat !== file.info.format
      add(file, { is: 'main', isStored: true })
    } else if (!isFileEdited && row.format !== file.info.format && !formats.has(file.info.format))
      addFurther(file)
    // This also skips files of a track whose file an admin has replaced, because they may contain the former recording.
    else skipped.push({ path: file.recorded, reason: 'duplicate' })
  }
  return result

  /**
   * Whether the file should replace the track's own file: it is better, or the source file of the own file is missing.
   */
  function isReplacement(file: ReadFile): boolean {
    const own = encodingOfRow(row, original)
    if (isBetter(encodingOf(file), own)) return true
    // The track's own file is a converted copy. A file that is as good as the original is better than the copy.
    if (original !== undefined && !isBetter(own, encodingOf(file))) return true
    return ownFormat === file.info.format && source !== undefined && isMissing(source.path)
  }

  function mayReplace(): boolean {
    return result.main === undefined && !isFileEdited
  }
}
