import { lstat, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { AlbumTitle, COVER_MAX_BYTES, titleInUse, TrackTitle } from '@tonarchiv/contract/archive-editing'
import { LinerNotesFields } from '@tonarchiv/contract/liner-notes'
import { LyricsText } from '@tonarchiv/contract/lyrics'
import { THUMBNAIL_MAX_BYTES, VideoDescription, VideoTitle } from '@tonarchiv/contract/videos'
import * as z from 'zod/mini'
import { operator } from '#features/audit-log/index.ts'
import type { Executor } from '#database/prepared.ts'
import {
  type AddedAlbum,
  type LinerNotes,
  type NewTrack,
  openCatalog,
  type TrackFile,
} from '#features/catalog/index.ts'
import { type LyricsRow, putImportedLyrics } from '#features/lyrics/index.ts'
import { addVideo } from '#features/videos/index.ts'
import { checkImage } from '#images/images.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import type { Storable } from '#storage/storage.ts'
import {
  type AlbumIndex,
  type ArchiveIndex,
  INDEX_NAME,
  LYRICS_MAX_BYTES,
  type NotesEntry,
  type VideoEntry,
} from './archive-index.ts'
import { readAlbumIndex, readArchiveIndex, WrongIndex } from './index-files.ts'
import type { ArchiveImportReport, NotImported } from './report.ts'
import * as store from './store.ts'

export interface ArchiveImportOptions {
  /** Stops the import before the next album. The current album is finished. */
  stop?: AbortSignal
  /** Called after every album and video. */
  onProgress?: (report: Readonly<ArchiveImportReport>) => void
  /** Whether files may be stored as hard links instead of copies, where the file system allows it. */
  mayLink?: boolean
}

/** The state that all steps of an import share. */
interface ImportRun {
  services: Services
  root: string
  mayLink: boolean
  report: ArchiveImportReport
}

/**
 * Adds the albums and videos of an export with their ids, dates and order. Albums and videos whose id exists in the
 * archive are skipped, so that an interrupted import continues where it stopped.
 * @throws WrongIndex
 */
export async function importArchive(
  services: Services,
  folder: string,
  { stop, onProgress, mayLink = false }: ArchiveImportOptions = {},
): Promise<ArchiveImportReport> {
  const root = resolve(folder)
  const index = await readArchiveIndex(root)
  if (index === undefined) throw new WrongIndex(root, `it holds no ${INDEX_NAME}.`)
  const report: ArchiveImportReport = {
    filesInAll: index.albums.length + index.videos.length,
    filesDone: 0,
    albums: 0,
    tracks: 0,
    videos: 0,
    present: 0,
    skipped: [],
    isInterrupted: false,
  }
  const run: ImportRun = { services, root, mayLink, report }
  for (const step of stepsOf(run, index)) {
    if (stop?.aborted === true) return { ...report, isInterrupted: true }
    await step()
    report.filesDone += 1
    onProgress?.(report)
  }
  return report
}

/** Albums are imported in reverse order, because each new album becomes the first of the archive. */
function* stepsOf(run: ImportRun, { albums, videos }: ArchiveIndex): Generator<() => Promise<void>> {
  for (const { id, folder } of albums.toReversed()) yield async () => importAlbum(run, id, folder)
  for (const video of videos) yield async () => importVideo(run, video)
}

async function importAlbum(run: ImportRun, id: string, folder: string): Promise<void> {
  const { services, report } = run
  if (await store.hasAlbum(services.db, id)) {
    report.present += 1
    return
  }
  const index = await readAlbumIndex(join(run.root, folder)).catch((error: unknown) => {
    if (error instanceof WrongIndex) return undefined
    throw error
  })
  if (index?.id !== id) return skip(run, folder, 'wrong-index')
  const cover =
    index.cover === null ? undefined : await imageAt(run, `${folder}/${index.cover.name}`, COVER_MAX_BYTES)
  const tracks = await tracksOf(run, folder, index)
  const lyrics = await lyricsOf(run, folder, index)
  try {
    await openCatalog(services).edit.addAlbums(
      operator,
      [
        {
          id,
          createdAt: index.createdAt,
          title: allowed(AlbumTitle, index.title),
          releaseYear: index.year,
          type: index.type,
          isExclusive: index.isExclusive,
          artists: index.artists,
          ...(index.notes !== undefined && { notes: allowedNotes(index.notes) }),
          tracks,
          ...(cover !== undefined && { cover }),
        },
      ],
      { alongside: async (trx, added) => addLyrics(trx, added, lyrics, services.now()) },
    )
  } catch (error) {
    if (!(error instanceof Refused && error.refusal === titleInUse)) throw error
    return skip(run, folder, 'title-in-use')
  }
  report.albums += 1
  report.tracks += tracks.length
}

/** The tracks of an album. A track keeps its position when all its files are missing or damaged. */
async function tracksOf(run: ImportRun, folder: string, { tracks }: AlbumIndex): Promise<NewTrack[]> {
  const { services, mayLink } = run
  const known = await store.knownTracks(
    services.db,
    tracks.map(({ id }) => id),
  )
  const paths: string[] = []
  for (const { file, further = [] } of tracks) {
    for (const one of [...(file === null ? [] : [file]), ...further]) {
      const path = await fileAt(run, `${folder}/${one.name}`)
      if (path !== undefined) paths.push(path)
    }
  }
  const read = await services.probe.infoOfAll(paths)
  const infos = new Map(paths.map((path, index) => [path, read[index]]))
  const readFile = (name: string): TrackFile | undefined => {
    const path = join(run.root, folder, name)
    const info = infos.get(path)
    if (info !== undefined && info.kind !== 'audio') skip(run, `${folder}/${name}`, 'damaged')
    return info?.kind === 'audio' ? { item: { from: 'path', path, link: mayLink }, info } : undefined
  }
  return tracks.map(({ id, title, durationSeconds, createdAt, artists, file, further = [] }) => {
    const own = file === null ? undefined : readFile(file.name)
    const others = further.flatMap(({ name, isOriginal }): TrackFile[] => {
      const read = readFile(name)
      return read === undefined ? [] : [{ ...read, isOriginal: isOriginal === true && own !== undefined }]
    })
    const [first, ...rest] = own === undefined ? others : [own, ...others]
    return {
      // A track id is in use if the track was moved to another album since the export. This track then gets a new id.
      ...(!known.has(id) && { id }),
      title: allowed(TrackTitle, title),
      durationSeconds,
      createdAt,
      artists,
      // If the track's own file is missing, the first further file takes its place.
      ...(first !== undefined && { file: first, further: rest }),
    }
  })
}

/** Lyrics by the index of their track. Tracks without lyrics are omitted. */
async function lyricsOf(
  run: ImportRun,
  folder: string,
  { tracks }: AlbumIndex,
): Promise<Map<number, FoundLyrics>> {
  const found = new Map<number, FoundLyrics>()
  for (const [index, { lyrics }] of tracks.entries()) {
    if (lyrics === undefined) continue
    const path = await fileAt(run, `${folder}/${lyrics.file.name}`)
    if (path === undefined) continue
    const bytes = (await lstat(path)).size > LYRICS_MAX_BYTES ? undefined : await readFile(path)
    const { success, data } = z.safeParse(LyricsText, bytes?.toString('utf8').trimEnd())
    if (success && data !== '') found.set(index, { text: data, source: lyrics.source })
    else skip(run, `${folder}/${lyrics.file.name}`, 'damaged')
  }
  return found
}

type FoundLyrics = Pick<LyricsRow, 'text' | 'source'>

async function addLyrics(
  trx: Executor,
  [album]: readonly AddedAlbum[],
  lyrics: ReadonlyMap<number, FoundLyrics>,
  now: Date,
): Promise<void> {
  if (album === undefined) return
  const rows = [...lyrics].flatMap(([index, found]) => {
    const track = album.tracks[index]
    return track === undefined ? [] : [{ ...found, trackId: track.id, updatedAt: now.toISOString() }]
  })
  await putImportedLyrics(trx, rows, { replacesEdited: false })
}

async function importVideo(run: ImportRun, video: VideoEntry): Promise<void> {
  const { services, report, mayLink } = run
  if (await store.hasVideo(services.db, video.id)) {
    report.present += 1
    return
  }
  const path = await fileAt(run, video.file.name)
  if (path === undefined) return
  const info = await services.probe.videoInfoOf(path)
  if (info.kind !== 'video') return skip(run, video.file.name, 'damaged')
  const thumbnail =
    video.thumbnail === null ? undefined : await imageAt(run, video.thumbnail.name, THUMBNAIL_MAX_BYTES)
  await addVideo(services, operator, {
    id: video.id,
    createdAt: video.createdAt,
    title: allowed(VideoTitle, video.title),
    description: allowed(VideoDescription, video.description, ''),
    uploadDate: video.uploadDate,
    videoFile: { item: { from: 'path', path, link: mayLink }, info },
    thumbnail,
  })
  report.videos += 1
}

/** The full path of a regular file in the export. A missing file is added to the report. Links are not followed. */
async function fileAt(run: ImportRun, path: string): Promise<string | undefined> {
  const full = join(run.root, path)
  const info = await lstat(full).catch(() => undefined)
  if (info?.isFile() === true) return full
  skip(run, path, 'missing')
  return undefined
}

async function imageAt(run: ImportRun, path: string, maxBytes: number): Promise<Storable | undefined> {
  const full = await fileAt(run, path)
  if (full === undefined) return undefined
  const { size } = await lstat(full)
  const isImage = size <= maxBytes && (await checkImage(await readFile(full), { decode: true })) === 'image'
  if (isImage) return { from: 'path', path: full, link: run.mayLink }
  skip(run, path, 'damaged')
  return undefined
}

function skip({ report }: ImportRun, path: string, reason: NotImported): void {
  report.skipped.push({ path, reason })
}

/** The text if the rules of the forms allow it, otherwise the default text. The index may come from another program. */
function allowed(schema: z.ZodMiniType<string>, text: string, otherwise = 'Ohne Titel'): string {
  const { success, data } = z.safeParse(schema, text)
  return success ? data : otherwise
}

/** The liner notes. Fields that the rules of the form do not allow are left empty. */
function allowedNotes(given: NotesEntry): LinerNotes {
  const field = <T>(schema: z.ZodMiniType<T>, value: unknown, otherwise: T): T => {
    const { success, data } = z.safeParse(schema, value)
    return success ? data : otherwise
  }
  const fields = LinerNotesFields
  return {
    notes: field(fields.notes, given.notes, ''),
    credits: field(fields.credits, given.credits, []),
    genres: field(fields.genres, given.genres, []),
    releasedOn: field(fields.releasedOn, given.releasedOn, null),
    recordedOn: field(fields.recordedOn, given.recordedOn, null),
    label: field(fields.label, given.label, ''),
    source: field(fields.source, given.source, ''),
  }
}
