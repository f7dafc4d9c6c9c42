import { parseArgs } from 'node:util'
import { exportArchive, prepareExportFolder } from '#features/archive-export/index.ts'
import { lockAlone } from '#maintenance/database/folder-lock.ts'
import type { Command } from './command.ts'
import { showProgress } from './progress.ts'
import { UsageError } from './usage.ts'

/** The exit code that programs use when Ctrl-C has stopped them. */
const INTERRUPTED = 130
/** Exit code: some files of the archive could not be written. */
const INCOMPLETE = 2
const SHOWN = 50

type Report = Awaited<ReturnType<typeof exportArchive>>

export const exportCommand: Command = {
  run: async (services, parameters, stop) => {
    const { values, positionals } = parseArgs({
      args: parameters,
      options: { copy: { type: 'boolean', default: false } },
      allowPositionals: true,
    })
    const [folder, ...more] = positionals
    if (folder === undefined || more.length > 0) throw new UsageError('Which folder?')
    const lock = lockAlone(await prepareExportFolder(folder, services.config.dataFolder))
    const progress = showProgress(process.stdout)
    try {
      const report = await exportArchive(services, folder, {
        stop,
        copies: values.copy,
        onProgress: ({ filesDone, filesInAll, albums }) =>
          progress.show(filesDone, filesInAll, `${albums} albums`),
      })
      progress.end()
      for (const line of linesOf(report, progress.seconds())) console.log(line)
      if (report.isInterrupted) return INTERRUPTED
      return report.missing.length > 0 ? INCOMPLETE : 0
    } finally {
      lock.release()
    }
  },
}

function* linesOf(report: Report, seconds: number): Generator<string> {
  const written = `${report.albums} albums, ${report.tracks} tracks and ${report.videos} videos in ${seconds.toFixed(1)} s`
  yield report.isInterrupted
    ? `Interrupted after ${written}. Run it again to go on.`
    : `Wrote ${written}; ${report.tagged} files got the tags of the archive.`
  if (report.present > 0) yield `${report.present} albums and videos were there already.`
  yield* list('left with the tags that they had', report.untagged)
  yield* list('missing in the archive’s storage', report.missing)
  yield* list('folders of albums that the archive no longer has; they were left', report.stale)
}

function* list(what: string, entries: readonly string[]): Generator<string> {
  if (entries.length === 0) return
  yield `\n${entries.length} ${what}:`
  for (const entry of entries.slice(0, SHOWN)) yield `  ${entry}`
  if (entries.length > SHOWN) yield `  and ${entries.length - SHOWN} more`
}
