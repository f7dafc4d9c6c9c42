import { resolve } from 'node:path'
import type { Services } from '#services.ts'
import { planAlbums } from './plan-albums.ts'
import { readFolders } from './read-folders.ts'
import type { ImportReport } from './report.ts'
import { countMusicFiles } from './walk-music.ts'
import { albumWriter } from './write-albums.ts'

export interface ImportOptions {
  /** Stops before the next album; the current one is finished. */
  stop?: AbortSignal
  /** Called after every folder. */
  onProgress?: (report: Readonly<ImportReport>) => void
  /**
   * Imports files by hard link where the file system allows it: this needs no space, but a later change of
   * one file changes both.
   */
  mayLink?: boolean
}

/**
 * Creates albums and tracks from a folder of tagged music. An album is added in one transaction with the
 * record of its files, so that an interrupted run continues where it ended and creates no duplicates.
 */
export async function importMusic(
  services: Services,
  folder: string,
  { stop, onProgress, mayLink = false }: ImportOptions = {},
): Promise<ImportReport> {
  const root = resolve(folder)
  const leftOut = resolve(services.config.dataFolder)
  const report: ImportReport = {
    filesInAll: countMusicFiles(root, leftOut),
    filesDone: 0,
    albums: 0,
    tracks: 0,
    knownFiles: 0,
    skipped: [],
    isInterrupted: false,
  }
  const writer = albumWriter(services, report, mayLink)
  for await (const read of readFolders(services, root, leftOut)) {
    for (const album of planAlbums(read.folder, read.files)) {
      if (stop?.aborted === true) return { ...report, isInterrupted: true }
      await writer.add(album, read.folder.coverPaths)
    }
    report.skipped.push(...read.skipped)
    report.knownFiles += read.knownFiles
    report.filesDone += read.folder.files.length
    onProgress?.(report)
  }
  await writer.flush()
  onProgress?.(report)
  return report
}
