import { writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type { ImportReport, MissingFile, RemarkKind, SkipReason } from '#features/music-import/index.ts'

const REASONS: Record<SkipReason, string> = {
  'not-audio': 'no music, and no video',
  unsupported: 'a format that the archive does not take',
  'unsupported-codec': 'sound that browsers do not play',
  encrypted: 'protected by its seller',
  truncated: 'cut off',
  damaged: 'damaged',
  'no-sound': 'tags without sound',
  'too-large': 'too large (a track 300 MB, a video 4 GB at most)',
  'too-much-work': 'damaged in a way that costs too much to read',
  timeout: 'took too long to read',
  unreadable: 'could not be read',
  link: 'a link to something that is imported anyway',
  'unplayable-video': 'a video that many browsers do not play (H.264, VP8, VP9 and AV1 work)',
  'changed-video': 'a video that changed since it was imported; delete it in the browser to import it anew',
  duplicate: 'another copy of a track of the same album',
  'no-track': 'lyrics without a music file of the same name beside them',
  'unusable-lyrics': 'a file of lyrics without text, or with more than 65,536 characters',
  'too-many-tracks': 'an album that would get too many tracks, or that was changed again and again',
}

const REMARKS: Record<RemarkKind, string> = {
  'needs-conversion': 'taken, but browsers play it only when ffmpeg has converted it: braucht Umwandlung',
  'shorter-than-declared': 'taken, but it holds less sound than it declares: cut off or damaged',
  'cover-resized': 'a cover that was too large was made smaller',
  'cover-unusable': 'an image that cannot be used as a cover',
}

/** Maximum number of lines of a group on the screen. The report file contains all lines. */
const LINES_MAX = 200

interface ReportOptions {
  folder: string
  reportFile: string | undefined
  isDryRun: boolean
}

/**
 * Writes the whole report into a file.
 * @returns the lines for the screen, where long lists are shortened
 */
export function writeImportReport(
  dataFolder: string,
  { folder, reportFile, isDryRun }: ReportOptions,
  report: ImportReport,
  { missing, seconds }: { missing: readonly MissingFile[]; seconds: number },
): string[] {
  const file = resolve(reportFile ?? join(dataFolder, 'import-report.txt'))
  const root = resolve(folder)
  const groups = groupsOf(root, report, missing)
  const head = isDryRun ? dryRunSummary(report) : summary(report, seconds)
  const whole = [`Import of ${root}, ${new Date().toISOString()}`, '', ...head, ...groups.flatMap(linesOf)]
  writeFileSync(file, `${whole.join('\n')}\n`)
  const shown = groups.flatMap(({ title, lines }) =>
    linesOf({
      title,
      lines:
        lines.length <= LINES_MAX
          ? lines
          : [...lines.slice(0, LINES_MAX), `… and ${lines.length - LINES_MAX} more`],
    }),
  )
  return [...head, ...shown, '', `The whole report is in ${file}`]
}

interface Group {
  title: string
  lines: readonly string[]
}

function linesOf({ title, lines }: Group): string[] {
  return lines.length === 0 ? [] : ['', `${title} (${lines.length}):`, ...lines.map((line) => `  ${line}`)]
}

function groupsOf(root: string, report: ImportReport, missing: readonly MissingFile[]): Group[] {
  const from = (path: string) => relative(root, path)
  const skipped = [...Map.groupBy(report.skipped, ({ reason }) => reason)]
  const remarks = [...Map.groupBy(report.remarks, ({ kind }) => kind)]
  return [
    { title: 'Would be made or changed', lines: report.planned },
    ...skipped.map(([reason, files]) => ({
      title: `Not taken: ${REASONS[reason]}`,
      lines: files.map(({ path }) => from(path)),
    })),
    ...remarks.map(([kind, files]) => ({
      title: REMARKS[kind],
      lines: files.map(({ path }) => from(path)),
    })),
    {
      title: 'Imported before and missing now (they stay; --remove-missing removes them)',
      lines: missing.map(({ path }) => from(path)),
    },
  ]
}

function summary(report: ImportReport, seconds: number): string[] {
  const rate = Math.round(report.tracks / Math.max(seconds, 0.001))
  const videos = report.videos === 0 ? '' : ` and ${report.videos} videos`
  const made = `${report.albums} albums and ${report.tracks} tracks${videos} in ${seconds.toFixed(1)} s (${rate} tracks/s).`
  return [
    report.isInterrupted ? `Interrupted after ${made} Run it again to go on.` : `Made ${made}`,
    ...(report.updatedAlbums > 0 ? [`Brought ${report.updatedAlbums} albums up to date.`] : []),
    ...(report.knownFiles > 0 ? [`${report.knownFiles} files were in the archive already.`] : []),
    ...(report.skipped.length > 0 ? [`${report.skipped.length} files were not taken.`] : []),
  ]
}

function dryRunSummary(report: ImportReport): string[] {
  return [
    `A dry run: nothing was written. ${report.albums} albums with ${report.tracks} tracks would be made.`,
    ...(report.skipped.length > 0 ? [`${report.skipped.length} files would not be taken.`] : []),
  ]
}
