import { resolve } from 'node:path'
import type { Services } from '#services.ts'
import { addVideoOfFolder } from './write/add-videos.ts'
import { openNameReader } from './read/file-names.ts'
import { planAlbums } from './plan/plan-albums.ts'
import { readFolders } from './read/read-folders.ts'
import { type ImportReport, newReport } from './record/report.ts'
import { countMusicFiles } from './read/walk-music.ts'
import { albumWriter } from './write/write-albums.ts'

export interface ImportOptions {
  /** Stops the import before the next album. The current album is finished. */
  stop?: AbortSignal
  /** Called after every folder. */
  onProgress?: (report: Readonly<ImportReport>) => void
  /**
   * Whether files may be imported as hard links, where the file system allows it. A hard link needs no space, but a
   * later change of one of the two files changes both.
   */
  mayLink?: boolean
  /** Whether all files are read again. Their values then replace values that were edited in the browser. */
  tagsWin?: boolean
  /** Whether nothing is written. The report then says what would be written. */
  isDryRun?: boolean
}

/**
 * Makes the archive equal to a folder of tagged music. It creates albums and tracks, and updates those whose files have
 * changed. An album is written in one transaction with the records of its files. So an interrupted import continues
 * where it ended and creates no duplicates.
 * @throws DiskReserved
 */
export async function importMusic(
  services: Services,
  folder: string,
  { stop, onProgress, mayLink = false, tagsWin = false, isDryRun = false }: ImportOptions = {},
): Promise<ImportReport> {
  const root = resolve(folder)
  const leftOut = resolve(services.config.dataFolder)
  const report = newReport(countMusicFiles(root, leftOut))
  const names = openNameReader()
  const writer = albumWriter(services, report, { mayLink, tagsWin, isDryRun })
  try {
    folders: for await (const read of readFolders(services, root, { leftOut, rereadsAll: tagsWin, names })) {
      for (const album of planAlbums(read.folder, read.files, report.skipped)) {
        report.isInterrupted = stop?.aborted === true
        if (report.isInterrupted) break folders
        await writer.add(album, read)
      }
      for (const video of read.videos) await addVideoOfFolder(services, video, report, { mayLink, isDryRun })
      report.skipped.push(...read.skipped)
      report.knownFiles += read.knownFiles
      report.filesDone += read.folder.files.length + read.folder.videos.length
      report.filesInAll = Math.max(report.filesInAll, report.filesDone)
      onProgress?.(report)
    }
  } finally {
    try {
      // Queued albums are written even after an interruption or an error.
      await writer.flush()
    } finally {
      names.close()
    }
  }
  onProgress?.(report)
  return report
}
