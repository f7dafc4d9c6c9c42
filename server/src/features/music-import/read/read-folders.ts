import { TRACK_MAX_BYTES } from '@tonarchiv/contract/archive-editing'
import { VIDEO_MAX_BYTES } from '@tonarchiv/contract/videos'
import type { AudioInfo } from '#audio-probe/info/audio-info.ts'
import type { VideoInfo } from '#audio-probe/info/video-info.ts'
import type { Services } from '#services.ts'
import { batchedProbe } from './batched-probe.ts'
import { existsAt, type NameReader } from './file-names.ts'
import { type LyricsFile, readLyricsFiles } from './lyrics-files.ts'
import type { Skipped } from '../record/report.ts'
import { hasSources, READER, type SourceRow, sourcesAt, sourcesWithInode } from '../record/store.ts'
import { type MusicFile, musicFolders, type MusicFolder, type SourceFile } from './walk-music.ts'

/** A music file with its metadata. */
export interface ReadFile extends MusicFile {
  info: Extract<AudioInfo, { kind: 'audio' }>
  /** The lyrics file that belongs to this music file. */
  lyricsFile?: LyricsFile
}

/** A video with its metadata. */
export interface ReadVideo extends SourceFile {
  info: Extract<VideoInfo, { kind: 'video' }>
}

/** A folder whose files were read because one of them is new or has changed. */
export interface ReadFolder {
  folder: MusicFolder
  /** All files that are music. Empty when no file of the folder has changed. */
  files: ReadFile[]
  /** Videos that were not imported before. */
  videos: ReadVideo[]
  /** The records of the folder's files by path. A file that was moved has the record of its former path. */
  known: ReadonlyMap<string, SourceRow>
  /** Number of files that an earlier run has imported and that are unchanged. */
  knownFiles: number
  skipped: Skipped[]
}

/** Maximum number of folders and files that are read ahead while previous ones are written. */
const FOLDERS_AHEAD = 16
const FILES_AHEAD = 400
/** When fewer folders than this are read ahead, more folders are read, several at once. */
const FOLDERS_AHEAD_MIN = 8

interface ReadOptions {
  /** The path of a folder that is not read. */
  leftOut: string
  /** Whether every folder is read as if its files had changed. */
  rereadsAll: boolean
  /** Reads names that are not UTF-8. The paths of such files are valid until this reader is closed. */
  names: NameReader
}

/** Yields folder after folder, while the next ones are already being read. */
export async function* readFolders(
  { db, probe }: Pick<Services, 'db' | 'probe'>,
  root: string,
  { leftOut, rereadsAll, names }: ReadOptions,
): AsyncGenerator<ReadFolder> {
  const reader = { db, probe, infoOfAll: batchedProbe(probe) }
  let passedBy: Skipped[] = []
  const walk = musicFolders(root, leftOut, (path, reason) => passedBy.push({ path, reason }), names)
  const mayBeMoved = await hasSources(db)
  const ahead: { reading: Promise<ReadFolder>; files: number }[] = []
  let filesAhead = 0
  let isOver = false
  function readNext(): void {
    const { value: folder, done } = walk.next()
    isOver = done === true
    if (folder === undefined) return
    const reading = readFolder(reader, folder, { skipped: passedBy, mayBeMoved, rereadsAll })
    // The error is handled when the result is awaited. This handler prevents an unhandled rejection before that.
    reading.catch(() => {})
    ahead.push({ reading, files: folder.files.length })
    filesAhead += folder.files.length
    passedBy = []
  }

  for (;;) {
    if (ahead.length < FOLDERS_AHEAD_MIN)
      while (!isOver && ahead.length < FOLDERS_AHEAD && (ahead.length === 0 || filesAhead < FILES_AHEAD))
        readNext()
    const next = ahead.shift()
    if (next === undefined) break
    filesAhead -= next.files
    yield await next.reading
  }
  if (passedBy.length === 0) return
  const nothing = {
    name: '',
    key: root,
    parents: [],
    isRoot: true,
    files: [],
    videos: [],
    images: [],
    lyrics: [],
  }
  yield { folder: nothing, files: [], videos: [], known: new Map(), knownFiles: 0, skipped: passedBy }
}

interface Reader extends Pick<Services, 'db' | 'probe'> {
  infoOfAll: (paths: readonly string[]) => Promise<AudioInfo[]>
}

async function readFolder(
  { db, probe, infoOfAll }: Reader,
  folder: MusicFolder,
  { skipped, mayBeMoved, rereadsAll }: { skipped: Skipped[]; mayBeMoved: boolean; rereadsAll: boolean },
): Promise<ReadFolder> {
  const all = [...folder.files, ...folder.videos, ...folder.images, ...folder.lyrics]
  const known = mayBeMoved
    ? await sourcesAt(
        db,
        all.map(({ recorded }) => recorded),
      )
    : new Map<string, SourceRow>()
  const knownFiles = [...folder.files, ...folder.videos].filter((file) =>
    isUnchanged(file, known.get(file.recorded)),
  ).length
  if (!rereadsAll && all.every((file) => isRead(file, known.get(file.recorded))))
    return { folder, files: [], videos: [], known, knownFiles, skipped }
  if (mayBeMoved) await addMoved(db, [...folder.files, ...folder.videos], known)
  const readable = folder.files.filter(({ sizeBytes, recorded }) => {
    if (sizeBytes > TRACK_MAX_BYTES) skipped.push({ path: recorded, reason: 'too-large' })
    return sizeBytes <= TRACK_MAX_BYTES
  })
  const read = await infoOfAll(readable.map(({ path }) => path))
  const lyrics = await readLyricsFiles(folder.lyrics, readable, skipped)
  const files: ReadFile[] = []
  const mayBeVideos: SourceFile[] = [...folder.videos]
  for (const [index, found] of read.entries()) {
    const file = readable[index]
    if (file === undefined) continue
    const lyricsFile = lyrics.get(file.recorded)
    if (found.kind === 'audio') files.push({ ...file, info: found, ...(lyricsFile && { lyricsFile }) })
    else if (found.kind === 'not-audio' && /\.mp4$/i.test(file.name)) mayBeVideos.push(file)
    else skipped.push({ path: file.recorded, reason: found.kind === 'broken' ? found.reason : 'not-audio' })
  }
  const videos = await readVideos(probe, mayBeVideos, known, skipped)
  return { folder, files, videos, known, knownFiles, skipped }
}

/** Reads those of the given videos that were not imported before. */
async function readVideos(
  probe: Services['probe'],
  files: readonly SourceFile[],
  known: ReadonlyMap<string, SourceRow>,
  skipped: Skipped[],
): Promise<ReadVideo[]> {
  const videos: ReadVideo[] = []
  for (const file of files) {
    const { recorded: path, sizeBytes } = file
    const row = known.get(path)
    if (row !== undefined && row.videoId !== null) {
      if (!isUnchanged(file, row)) skipped.push({ path, reason: 'changed-video' })
      continue
    }
    const info = sizeBytes > VIDEO_MAX_BYTES ? undefined : await probe.videoInfoOf(file.path)
    if (info === undefined) skipped.push({ path, reason: 'too-large' })
    else if (info.kind === 'video') videos.push({ ...file, info })
    else if (info.kind === 'broken') skipped.push({ path, reason: info.reason })
    else skipped.push({ path, reason: info.kind === 'unplayable' ? 'unplayable-video' : 'not-audio' })
  }
  return videos
}

/** Whether a file is in the state that was recorded. An older version recorded no inodes. */
export function isUnchanged(file: SourceFile, row: SourceRow | undefined): boolean {
  return (
    row !== undefined &&
    row.sizeBytes === file.sizeBytes &&
    row.modifiedAt === file.modifiedAt &&
    (row.inode === '' || row.inode === file.inode)
  )
}

/** Whether a file is unchanged since the current version of the import has read it. */
function isRead(file: SourceFile, row: SourceRow | undefined): boolean {
  return isUnchanged(file, row) && row?.reader === READER
}

/** Finds files that were moved or renamed: inode, size and time are the same, and no file is at the former path. */
async function addMoved(
  db: Services['db'],
  files: readonly SourceFile[],
  known: Map<string, SourceRow>,
): Promise<void> {
  const fresh = files.filter(({ recorded }) => !known.has(recorded))
  if (fresh.length === 0) return
  const rows = await sourcesWithInode(
    db,
    fresh.map(({ inode }) => inode),
  )
  const byInode = new Map(rows.map((row) => [row.inode, row]))
  for (const file of fresh) {
    const row = byInode.get(file.inode)
    if (row !== undefined && isUnchanged(file, row) && !existsAt(row.path)) known.set(file.recorded, row)
  }
}
