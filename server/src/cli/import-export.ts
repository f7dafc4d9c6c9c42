import { type ArchiveImportReport, importArchive, type NotImported } from '#features/archive-export/index.ts'
import type { Services } from '#services.ts'
import { showProgress } from './progress.ts'

/** The exit code that programs use when Ctrl-C has stopped them. */
const INTERRUPTED = 130

/**
 * Imports a folder that the export has written.
 * @returns the exit code
 */
export async function importExport(
  services: Services,
  folder: string,
  { stop, mayLink }: { stop: AbortSignal; mayLink: boolean },
): Promise<number> {
  const progress = showProgress(process.stdout)
  const report = await importArchive(services, folder, {
    stop,
    mayLink,
    onProgress: ({ filesDone, filesInAll, tracks }) =>
      progress.show(filesDone, filesInAll, `${tracks} tracks`),
  })
  progress.end()
  for (const line of linesOf(report, progress.seconds())) console.log(line)
  return report.isInterrupted ? INTERRUPTED : 0
}

const REASONS: Record<NotImported, string> = {
  missing: 'not in the folder',
  damaged: 'damaged, or not what its name says',
  'title-in-use': 'albums whose title another album of the archive has',
  'wrong-index': 'folders without a readable index',
}

function* linesOf({ skipped, ...report }: ArchiveImportReport, seconds: number): Generator<string> {
  const made = `${report.albums} albums, ${report.tracks} tracks and ${report.videos} videos of an export in ${seconds.toFixed(1)} s.`
  yield report.isInterrupted ? `Interrupted after ${made} Run it again to go on.` : `Made ${made}`
  if (report.present > 0) yield `${report.present} albums and videos were in the archive already.`
  if (skipped.length > 0) yield `\nSkipped ${skipped.length}:`
  for (const [reason, entries] of Map.groupBy(skipped, (one) => one.reason)) {
    yield `\n  ${REASONS[reason]} (${entries.length}):`
    for (const { path } of entries) yield `    ${path}`
  }
}
