import { mkdir, readdir, rm } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import type { Services } from '#services.ts'
import { emptyIfMissing } from '#storage/disk/missing.ts'
import { keyOfName } from '#platform/file-names.ts'
import { type ArchiveIndex, INDEX_NAME, INDEX_VERSION, type VideoEntry } from './archive-index.ts'
import { CannotExport, explained } from './cannot-export.ts'
import type { ExportRun } from './export-run.ts'
import { readArchiveIndex, WrongIndex, writeIndex } from './index-files.ts'
import { openFilePlacer } from './place-files.ts'
import type { ExportReport } from './report.ts'
import * as store from './store.ts'
import { openTagWriter, type TagWriter } from './tags/tag-writer.ts'
import { writeAlbum } from './write-album.ts'
import { writeVideo } from './write-video.ts'

/** The folder for the lock and for unfinished files. It is hidden, so that an import ignores it. */
const OWN_FOLDER = '.tonarchiv'

export interface ExportOptions {
  /** Stops the export before the next file. The next run writes the current album again. */
  stop?: AbortSignal
  /** Called after every album and video. */
  onProgress?: (report: Readonly<ExportReport>) => void
  /** Whether all files are copied, without any hard links. */
  copies?: boolean
  /** For tests. */
  tagWriter?: TagWriter
}

/**
 * Prepares the folder of an export.
 * @returns a subfolder that the caller locks, so that only one export runs at a time
 * @throws CannotExport when the folder contains anything but an export, or cannot be written to
 */
export async function prepareExportFolder(folder: string, dataFolder: string): Promise<string> {
  const [root, data] = [resolve(folder), resolve(dataFolder)]
  if (isInside(root, data) || isInside(data, root))
    throw new CannotExport(`${root} and the data folder ${data} must not contain each other.`)
  try {
    const entries: string[] = await readdir(root).catch(emptyIfMissing)
    if (entries.length > 0 && !entries.includes(OWN_FOLDER) && !entries.includes(INDEX_NAME))
      throw new CannotExport(`${root} is not empty and holds no export. Give an empty folder or a new one.`)
    const own = join(root, OWN_FOLDER)
    await mkdir(own, { recursive: true })
    return own
  } catch (error) {
    throw explained(error, root)
  }
}

/** Whether `path` is equal to `other` or below it. */
function isInside(path: string, other: string): boolean {
  const between = relative(other, path)
  return between === '' || !(between.startsWith('..') || resolve(between) === between)
}

/**
 * Writes the archive as folders of tagged files with covers and an index, which `importArchive` reads. Albums and
 * videos of an earlier run that are still current are not written again. The caller must hold the lock on the
 * folder that `prepareExportFolder` returns.
 * @throws CannotExport
 */
export async function exportArchive(
  services: Pick<Services, 'db' | 'storage' | 'probe' | 'config' | 'now'>,
  folder: string,
  { stop, onProgress, copies = false, tagWriter = openTagWriter() }: ExportOptions = {},
): Promise<ExportReport> {
  const root = resolve(folder)
  const report = newReport()
  try {
    const work = join(await prepareExportFolder(root, services.config.dataFolder), 'partial')
    await rm(work, { recursive: true, force: true })
    await mkdir(work, { recursive: true })
    const previous = await readPrevious(root)
    const run: ExportRun = {
      root,
      work,
      probe: services.probe,
      placer: await openFilePlacer(services, { root, copies, stop }),
      tagWriter,
      previous: new Map((previous?.albums ?? []).map((album) => [album.id, album.folder])),
      owners: new Map((previous?.albums ?? []).map((album) => [keyOfName(album.folder), album.id])),
      report,
      stop,
    }
    report.filesInAll = await store.countFiles(services.db)
    const albums = await writeAlbums(services, run, onProgress)
    const videos = await writeVideos(services, run, onProgress)
    await rm(work, { recursive: true, force: true })
    const present = new Set(albums.map(({ id }) => id))
    report.stale = (previous?.albums ?? []).flatMap((album) => (present.has(album.id) ? [] : album.folder))
    const exportedAt = services.now().toISOString()
    await writeIndex(root, {
      format: 'tonarchiv-archive',
      version: INDEX_VERSION,
      exportedAt,
      albums,
      videos,
    })
    return report
  } catch (error) {
    if (stop?.aborted === true) return { ...report, isInterrupted: true }
    throw explained(error, root)
  } finally {
    await tagWriter.close()
  }
}

function newReport(): ExportReport {
  return {
    filesInAll: 0,
    filesDone: 0,
    albums: 0,
    tracks: 0,
    videos: 0,
    present: 0,
    tagged: 0,
    untagged: [],
    missing: [],
    stale: [],
    isInterrupted: false,
  }
}

async function readPrevious(root: string): Promise<ArchiveIndex | undefined> {
  try {
    return await readArchiveIndex(root)
  } catch (error) {
    if (error instanceof WrongIndex) throw new CannotExport(error.message, error)
    throw error
  }
}

async function writeAlbums(
  { db }: Pick<Services, 'db'>,
  run: ExportRun,
  onProgress: ExportOptions['onProgress'],
): Promise<ArchiveIndex['albums']> {
  const written: ArchiveIndex['albums'] = []
  for (const id of await store.albumIds(db)) {
    run.stop?.throwIfAborted()
    const album = await store.findAlbum(db, id)
    if (album === undefined) continue
    written.push({ id, folder: await writeAlbum(run, album) })
    onProgress?.(run.report)
  }
  return written
}

async function writeVideos(
  { db }: Pick<Services, 'db'>,
  run: ExportRun,
  onProgress: ExportOptions['onProgress'],
): Promise<VideoEntry[]> {
  const written: VideoEntry[] = []
  const taken = new Set<string>()
  for (const id of await store.videoIds(db)) {
    run.stop?.throwIfAborted()
    const video = await store.findVideo(db, id)
    const entry = video && (await writeVideo(run, video, taken))
    if (entry !== undefined) written.push(entry)
    onProgress?.(run.report)
  }
  return written
}
