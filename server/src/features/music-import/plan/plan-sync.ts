import * as z from 'zod/mini'
import type {
  AlbumSync,
  AlbumWithFiles,
  SyncedTrack,
  TrackArtist,
  TrackFile,
  TrackRow,
} from '#features/catalog/index.ts'
import { artistsOfTrack } from '../plan/credits.ts'
import { sameName } from '../plan/names.ts'
import { isSameRecording } from '../plan/duplicates.ts'
import type { PlannedAlbum, PlannedTrack } from '../plan/planned-album.ts'
import { encodingOf, encodingOfRow, isBetter } from '../plan/quality.ts'
import { isUnchanged, type ReadFile } from '../read/read-folders.ts'
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
interface Decided {
  synced: SyncedTrack
  sortKey: string | undefined
  hasChanges: boolean
  files: Omit<SyncedFile, 'track'>[]
  demoted: SourceRow | undefined
  forgotten: string | undefined
}

/**
 * Decides how an album gets to the state of its files. A value that differs from what the import wrote was
 * edited in the browser and stays, unless `tagsWin`. Tracks without a file in the plan stay.
 */
export function planSync(state: SyncState, linked: (file: ReadFile) => TrackFile): SyncPlan {
  const { planned, seen, tagsWin } = state
  const skipped: Skipped[] = []
  const mainSources = new Map(
    state.sources.flatMap((row) =>
      row.trackId !== null && row.trackFileId === null ? [[row.trackId, row]] : [],
    ),
  )
  const idOf = matchTracks(state, mainSources)
  const decided = planned.tracks.map((track) =>
    decideTrack(state, track, idOf.get(track), mainSources, { linked, skipped }),
  )
  const touched = new Set(decided.flatMap(({ synced }) => synced.id ?? []))
  const others = seen.tracks
    .filter(({ id }) => !touched.has(id))
    .map((row): Decided => {
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
  { planned, seen: { album, artists }, values, isPart, tagsWin }: SyncState,
  tracks: readonly Decided[],
): Pick<AlbumSync, 'releaseYear' | 'type' | 'artists'> {
  if (isPart) return {}
  const type = planned.typeWith(tracks.map(({ synced }) => synced.title))
  const mayChange = (current: unknown, written: unknown) =>
    tagsWin || (values !== undefined && current === written)
  const isOtherYear = album.releaseYear !== planned.year && mayChange(album.releaseYear, values?.releaseYear)
  const isOtherType = album.type !== type && mayChange(album.type, values?.type)
  return {
    ...(isOtherYear && { releaseYear: planned.year }),
    ...(isOtherType && { type }),
    ...(hasOther(planned.artists, artists, values?.artists, tagsWin) && { artists: planned.artists }),
  }
}

/**
 * Whether artists are to be replaced: the files have others, and nobody has edited those in the catalog.
 * `written` is the JSON of what was taken before; without it those in the catalog count as edited, if there
 * are any.
 */
function hasOther(
  planned: readonly (string | TrackArtist)[],
  current: readonly (string | TrackArtist)[],
  written: string | null | undefined,
  tagsWin: boolean,
): boolean {
  const now = creditsKey(current)
  if (now === creditsKey(planned)) return false
  return tagsWin || now === creditsKey(writtenCredits(written))
}

const WrittenCredits = z.array(
  z.union([z.string(), z.object({ name: z.string(), role: z.enum(['main', 'feature']) })]),
)

function writtenCredits(json: string | null | undefined): (string | TrackArtist)[] {
  return typeof json === 'string' ? z.parse(WrittenCredits, JSON.parse(json)) : []
}

/** Equal for the same artists in the same roles and order, in any spelling that is one artist. */
function creditsKey(artists: readonly (string | TrackArtist)[]): string {
  const all = artists.map((one) => (typeof one === 'string' ? { name: one, role: 'main' as const } : one))
  const namesOf = (role: TrackArtist['role']) =>
    all.filter((one) => one.role === role).map(({ name }) => sameName(name))
  return JSON.stringify([namesOf('main'), namesOf('feature')])
}

/** The artists of a track; of one that comes from another album only whether they were edited is known. */
function artistsNow(
  { seen }: SyncState,
  row: TrackRow,
  written: string | null | undefined,
): readonly (string | TrackArtist)[] {
  if (row.albumId === seen.album.id) return seen.artistsOf(row.id)
  const credits = writtenCredits(written)
  const main = credits.flatMap((one) => (typeof one === 'object' && one.role === 'main' ? one.name : []))
  return sameName(row.artistName ?? '') === sameName(main.join(', ')) ? credits : [row.artistName ?? '']
}

/** Finds the tracks of planned tracks: by the records of their files, then by the recording. */
function matchTracks(
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
    const { title, sortKey, file } = track
    const recording = { title, sortKey, durationSeconds: file.info.durationSeconds }
    const twin = seen.tracks.find((row) => {
      const source = mainSources.get(row.id)
      const its = {
        title: source?.title ?? row.title,
        durationSeconds: row.durationSeconds,
        sortKey: source?.sortKey ?? null,
      }
      return !taken.has(row.id) && row.fileName !== null && isSameRecording(its, recording)
    })
    match(track, twin?.id)
  }
  return idOf
}

interface Deciding {
  linked: (file: ReadFile) => TrackFile
  skipped: Skipped[]
}

/** What was taken from a planned track, for the records of its files. */
type Taken = Pick<SyncedFile, 'sortKey' | 'title' | 'artists'>

function decideTrack(
  state: SyncState,
  track: PlannedTrack,
  id: string | undefined,
  mainSources: ReadonlyMap<string, SourceRow>,
  deciding: Deciding,
): Decided {
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
  const hasOtherArtists =
    ownsTrack && hasOther(artists, artistsNow(state, row, source?.artists), source?.artists, tagsWin)
  const hasChanges =
    title !== row.title ||
    hasOtherArtists ||
    row.albumId !== seen.album.id ||
    main !== undefined ||
    further.length + without.length > 0
  const isElsewhere =
    main !== undefined && !files.some(({ file }) => known.get(file.recorded)?.path === source?.path)
  return {
    synced: {
      id: row.id,
      title,
      ...(hasOtherArtists && { artists }),
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
): Decided {
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

/** What the files of a planned track become of a track that exists. */
interface Assigned {
  files: Decided['files']
  /** The file that becomes the track's own one. */
  main: ReadFile | undefined
  keepsFormerFile: boolean
  further: ReadFile[]
  without: string[]
  /** The plan has the track's own file, so that title and order follow it. */
  ownsTrack: boolean
}

/** Planned files come with the best one first. Files that are no use are added to `skipped`. */
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
      // A better file of this plan came first, so this one stays as a further one.
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
    } else if (row.format !== file.info.format && !formats.has(file.info.format)) addFurther(file)
    else skipped.push({ path: file.recorded, reason: 'duplicate' })
  }
  return result

  /** A better file, or one in place of a file that is missing. */
  function isReplacement(file: ReadFile): boolean {
    const own = encodingOfRow(row, original)
    if (isBetter(encodingOf(file), own)) return true
    // A file that is as good as the original is better than a copy of it.
    if (original !== undefined && !isBetter(own, encodingOf(file))) return true
    return ownFormat === file.info.format && source !== undefined && isMissing(source.path)
  }

  function mayReplace(): boolean {
    return result.main === undefined && !isFileEdited
  }
}

/**
 * The order of the tracks: by disc and number, unless the album was sorted in the browser; then new
 * tracks come behind the one that they follow. Tracks without a number of the import stay behind the one
 * before them.
 */
function inOrder(
  before: readonly TrackRow[],
  tracks: readonly Decided[],
  mainSources: ReadonlyMap<string, SourceRow>,
  tagsWin: boolean,
): Decided[] {
  const byId = new Map(
    tracks.flatMap((track) => (track.synced.id === undefined ? [] : [[track.synced.id, track]])),
  )
  const present = before.flatMap(({ id }) => byId.get(id) ?? [])
  const isPresent = new Set(present)
  const fresh = tracks.filter((track) => !isPresent.has(track)).toSorted(byKey)
  const recorded = before.flatMap(({ id }) => mainSources.get(id)?.sortKey ?? [])
  const isSorted = recorded.every((key, index) => index === 0 || (recorded[index - 1] ?? '') <= key)
  const isRecorded = before.length === 0 || recorded.length > 0
  if (tagsWin || (isSorted && isRecorded)) {
    // Tracks without a key follow the one before them.
    const chains: Decided[][] = []
    for (const track of present) {
      const last = chains.at(-1)
      if (track.sortKey === undefined && last !== undefined) last.push(track)
      else chains.push([track])
    }
    for (const track of fresh) chains.push([track])
    return chains.toSorted(([a], [b]) => (a && b ? byKey(a, b) : 0)).flat()
  }
  const ordered = [...present]
  for (const track of fresh) {
    let after = -1
    for (const [index, other] of ordered.entries()) {
      const isBefore = other.sortKey !== undefined && byKey(other, track) <= 0
      const best = ordered[after]
      if (isBefore && (best === undefined || byKey(best, other) <= 0)) after = index
    }
    ordered.splice(
      after === -1 && !ordered.some(({ sortKey }) => sortKey !== undefined) ? ordered.length : after + 1,
      0,
      track,
    )
  }
  return ordered
}

/** Tracks without a key come first: they were put before all others in the browser. */
function byKey(a: Decided, b: Decided): number {
  const [one, other] = [a.sortKey ?? '', b.sortKey ?? '']
  return one === other ? 0 : one < other ? -1 : 1
}

/** Whether every planned track is a recording that the album has. */
export function hasAllRecordings(
  planned: PlannedAlbum,
  seen: AlbumWithFiles,
  sources: readonly SourceRow[],
): boolean {
  const keys = new Map(sources.flatMap((row) => (row.trackFileId === null ? [[row.trackId, row]] : [])))
  return planned.tracks.every(({ title, sortKey, file }) =>
    seen.tracks.some((row) => {
      const source = keys.get(row.id)
      const its = {
        title: source?.title ?? row.title,
        durationSeconds: row.durationSeconds,
        sortKey: source?.sortKey ?? null,
      }
      return isSameRecording(its, { title, sortKey, durationSeconds: file.info.durationSeconds })
    }),
  )
}
