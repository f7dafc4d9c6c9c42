import { sortNamesIn } from '@tonarchiv/contract/album-tags'
import { operator } from '#features/audit-log/index.ts'
import { type AlbumWithFiles, giveSortNames, type SyncedAlbum } from '#features/catalog/index.ts'
import { storedLyrics } from '#features/lyrics/index.ts'
import { addNewAlbums, besideRows, stateOf, tagsOf, valuesRow } from './add-new-albums.ts'
import { type CoverChoice, coverChoice, stageCover } from './album-cover.ts'
import { existsAt } from '../read/file-names.ts'
import type { Target } from './find-target.ts'
import { filesOf, type PlannedAlbum } from '../plan/planned-album.ts'
import { planSync } from '../plan/plan-sync.ts'
import type { SyncedFile, SyncPlan } from '../plan/sync-state.ts'
import type { ReadFolder } from '../read/read-folders.ts'
import { remarksOn } from './remarks.ts'
import { requireSpace } from './required-space.ts'
import {
  removeSources,
  recordAlbums,
  recordSources,
  type SourceRow,
  sourcesOfAlbum,
  type ValuesRow,
  valuesOf,
} from '../record/store.ts'
import { freeTitle } from './titles.ts'
import { hasLyrics, type LyricsPlan, planLyrics, writeLyrics } from './track-lyrics.ts'
import type { Writing } from './writing.ts'

const isMissing = (path: string) => !existsAt(path)

/** The current state of the album to update. */
interface Current {
  seen: AlbumWithFiles
  sources: readonly SourceRow[]
  values: ValuesRow | undefined
  isPart: boolean
}

/**
 * Makes an album equal to its files. Without a target a new album is made, into which tracks of other albums are moved.
 * @returns the id of the album
 * @throws Refused `staleList` when an admin has changed the album at the same time
 */
export async function syncFromFiles(
  writing: Writing,
  target: Target | undefined,
  planned: PlannedAlbum,
  read: ReadFolder,
): Promise<string | undefined> {
  const { services, catalog, report, isDryRun, tagsWin, linked } = writing
  if (target === undefined && isDryRun) {
    report.planned.push(outlineOfNew(planned))
    return undefined
  }
  const current = await currentOf(writing, target?.albumId ?? (await makeEmpty(writing, planned)), read)
  if (current === undefined) return undefined
  const { seen, values, isPart, sources } = current
  const foreignTracks = await foreignTracksOf(writing, planned, read, seen)
  const plan = planSync(
    { planned, seen, foreignTracks, known: read.known, sources, values, isPart, tagsWin, isMissing },
    linked,
  )
  const lyrics = planLyrics(plan, await lyricsOfTracks(writing, plan), tagsWin)
  const choice = coverChoice(planned, read.folder.images)
  const takesCover = isCoverDue(current, choice, tagsWin)
  const { title, recorded } = await decideTitle(writing, current, planned)
  const hasChanges = plan.hasChanges || takesCover || title !== undefined || hasLyrics(lyrics)
  if (isDryRun) {
    if (hasChanges) report.planned.push(outlineOfSync(seen, plan, { title, lyrics }))
    report.skipped.push(...plan.skipped)
    return seen.album.id
  }
  if (hasChanges) await requireSpace(services, filesOf(planned), writing.mayLink)
  const cover = takesCover ? await stageCover(services.storage, choice, report.remarks) : undefined
  const coverSource = takesCover || values === undefined ? (choice.source ?? null) : values.coverSource
  const record = async (trx: Parameters<typeof recordSources>[0], synced: SyncedAlbum | undefined) => {
    const coverName = cover === undefined ? (values?.coverName ?? null) : (synced?.coverName ?? null)
    const written = { id: seen.album.id, title: recorded.title, coverName }
    const guessed = planned.typeWith(plan.sync.tracks.map((track) => track.title))
    const type = plan.sync.type ?? values?.type ?? guessed
    const row = { ...valuesRow(planned, written, coverSource), tagTitle: recorded.tagTitle, type }
    const kept = isPart && values !== undefined ? { ...values, coverName, coverSource } : row
    await recordAlbums(trx, [{ keys: planned, values: kept }])
    await recordFiles(trx, { plan, synced, read, current })
    const idOf = (track: number) => synced?.tracks[track]?.id
    await giveSortNames(trx, sortNamesIn(tagsOf(planned)))
    await writeLyrics(trx, lyrics, { idOf, updatedAt: services.now().toISOString(), tagsWin })
  }
  try {
    if (hasChanges) {
      const sync = {
        ...plan.sync,
        title,
        ...(cover !== undefined && { cover: { from: 'stage' as const, file: cover } }),
      }
      await catalog.edit.syncAlbum(operator, seen, sync, record)
      if (target === undefined) report.albums += 1
      else report.updatedAlbums += 1
      report.tracks += plan.newTracks
    } else await services.db.transaction().execute(async (trx) => record(trx, undefined))
    report.remarks.push(...remarksOn(planned))
    report.skipped.push(...plan.skipped)
  } finally {
    await cover?.discard()
  }
  return seen.album.id
}

async function lyricsOfTracks({ services: { db } }: Writing, { sync }: SyncPlan) {
  return storedLyrics(
    db,
    sync.tracks.flatMap(({ id }) => id ?? []),
  )
}

async function currentOf(
  { services: { db }, catalog }: Writing,
  albumId: string,
  { folder, known }: ReadFolder,
): Promise<Current | undefined> {
  const seen = await catalog.edit.withFiles(albumId)
  if (seen === undefined) return undefined
  const sources = await sourcesOfAlbum(db, albumId)
  const here = new Set([...known.values()].map(({ path }) => path))
  const isPart = sources.some(
    ({ trackId, path }) =>
      trackId !== null && !here.has(path) && !path.normalize('NFC').startsWith(folder.key.normalize('NFC')),
  )
  return { seen, sources, values: await valuesOf(db, albumId), isPart }
}

/** Adds an album without tracks, into which tracks of other albums are moved. */
async function makeEmpty(writing: Writing, planned: PlannedAlbum): Promise<string> {
  const empty = { ...planned, tracks: [] }
  const nothing = {
    name: '',
    key: '',
    parents: [],
    isRoot: false,
    files: [],
    videos: [],
    images: [],
    lyrics: [],
  }
  const read = { folder: nothing, files: [], videos: [], known: new Map(), knownFiles: 0, skipped: [] }
  const [id] = await addNewAlbums(writing, [{ album: empty, read }], Promise.resolve())
  if (id === undefined) throw new Error('An album was added and is not there')
  writing.report.albums -= 1
  return id
}

async function foreignTracksOf(
  { catalog: { edit } }: Writing,
  planned: PlannedAlbum,
  { known }: ReadFolder,
  seen: AlbumWithFiles,
): Promise<ReadonlyMap<string, AlbumWithFiles['tracks'][number]>> {
  const albumIds = new Set(
    planned.tracks.flatMap(({ file, further }) =>
      [file, ...further].flatMap(({ recorded }) => known.get(recorded)?.albumId ?? []),
    ),
  )
  albumIds.delete(seen.album.id)
  const others = await Promise.all([...albumIds].map(async (id) => edit.withFiles(id)))
  return new Map(others.flatMap((other) => other?.tracks ?? []).map((track) => [track.id, track]))
}

/**
 * Whether the cover must be replaced. An imported cover is replaced when the images have changed. A cover that was set
 * in the browser is kept.
 */
function isCoverDue(
  { seen: { album }, values, isPart }: Current,
  { source }: CoverChoice,
  tagsWin: boolean,
): boolean {
  if (source === undefined) return false
  if (album.coverName === null) return values?.coverSource !== source
  if (isPart || values === undefined) return tagsWin && !isPart
  if (tagsWin && album.coverName !== values.coverName) return true
  return values.coverSource !== source && album.coverName === values.coverName
}

interface DecidedTitle {
  /** Undefined leaves the title unchanged. */
  title: string | undefined
  /** The title that the import wrote last, and the title in the files from which it was made. */
  recorded: Pick<ValuesRow, 'title' | 'tagTitle'>
}

async function decideTitle(
  writing: Writing,
  { seen: { album }, values, isPart }: Current,
  planned: PlannedAlbum,
): Promise<DecidedTitle> {
  const isEdited = values === undefined || album.title !== values.title
  // Without such a record, a title that differs from the files counts as edited.
  if (isPart || (isEdited && !writing.tagsWin))
    return { title: undefined, recorded: values ?? { title: planned.title, tagTitle: planned.title } }
  const isSame = values !== undefined && planned.title === values.tagTitle
  const title = isSame ? values.title : await freeTitle(writing, planned, album.id)
  const recorded = { title, tagTitle: planned.title }
  return { title: title === album.title ? undefined : title, recorded }
}

interface FilesToRecord {
  plan: SyncPlan
  synced: SyncedAlbum | undefined
  read: ReadFolder
  current: Current
}

async function recordFiles(
  trx: Parameters<typeof recordSources>[0],
  { plan, synced, read, current: { seen } }: FilesToRecord,
): Promise<void> {
  const { known } = read
  const trackIdAt = (track: number) => synced?.tracks[track]?.id ?? plan.sync.tracks[track]?.id ?? null
  const rowOf = ({ file, track, role, sortKey, title, artists }: SyncedFile): SourceRow => {
    const written = synced?.tracks[track]
    const before = known.get(file.recorded)
    const trackId = trackIdAt(track)
    const row = seen.tracks.find(({ id }) => id === trackId)
    const isNew = (role.is === 'main' && role.isStored) || role.is === 'further'
    const storedAt = isNew ? (synced?.storedAt ?? null) : (before?.storedAt ?? row?.storedAt ?? null)
    const fileIds: Record<typeof role.is, string | null | undefined> = {
      main: null,
      former: written?.formerFileId,
      further: role.is === 'further' ? written?.furtherIds[role.index] : null,
      kept: role.is === 'kept' ? role.trackFileId : null,
    }
    const trackFileId = fileIds[role.is] ?? null
    return {
      ...stateOf(file),
      albumId: seen.album.id,
      videoId: null,
      trackId,
      trackFileId,
      storedAt,
      sortKey,
      title,
      artists,
      lyricsTrackId: null,
    }
  }
  const moved = [...known].flatMap(([recorded, { path }]) => (recorded === path ? [] : [path]))
  await removeSources(trx, [...moved, ...plan.forgotten])
  const demoted = plan.demoted.map(({ source, track }) => ({
    ...source,
    trackFileId: synced?.tracks[track]?.formerFileId ?? null,
  }))
  const trackOf = new Map(plan.files.map(({ file, track }) => [file, trackIdAt(track)]))
  const beside = besideRows(read, seen.album.id, trackOf)
  await recordSources(trx, [...plan.files.map(rowOf), ...demoted, ...beside])
}

export function outlineOfNew({ title, artist, year, type, tracks }: PlannedAlbum): string {
  const about = [artist, year, type].filter((value) => value !== undefined && value !== null).join(', ')
  return `new      ${title} (${about}): ${tracks.length} tracks`
}

function outlineOfSync(
  { album, tracks }: AlbumWithFiles,
  plan: SyncPlan,
  { title, lyrics }: { title: string | undefined; lyrics: LyricsPlan },
): string {
  const before = new Map(tracks.map((track) => [track.id, track]))
  const renamed = plan.sync.tracks.filter(
    ({ id, title: now }) => id !== undefined && (before.get(id)?.title ?? now) !== now,
  )
  const replaced = plan.sync.tracks.filter(({ id, file }) => id !== undefined && file !== undefined)
  const changes = [
    title === undefined ? '' : `title "${title}"`,
    plan.sync.releaseYear === undefined ? '' : `year ${plan.sync.releaseYear ?? 'unknown'}`,
    plan.sync.type === undefined ? '' : `type ${plan.sync.type}`,
    plan.newTracks === 0 ? '' : `${plan.newTracks} new tracks`,
    replaced.length === 0 ? '' : `${replaced.length} replaced files`,
    renamed.length === 0 ? '' : `${renamed.length} other track titles`,
    hasLyrics(lyrics) ? `lyrics of ${lyrics.put.size + lyrics.remove.length} tracks` : '',
  ].filter((change) => change !== '')
  return `changed  ${album.title}: ${changes.length === 0 ? 'order, artists or cover' : changes.join(', ')}`
}
