import { parseArgs } from 'node:util'
import { isExport } from '#features/archive-export/index.ts'
import {
  findMissing,
  importMusic,
  type ImportReport,
  isReadableFolder,
  removeMissing,
} from '#features/music-import/index.ts'
import type { Services } from '#services.ts'
import type { Command } from './command.ts'
import { importExport } from './import-export.ts'
import { writeImportReport } from './import-report.ts'
import { showProgress } from './progress.ts'
import { confirmed } from './question.ts'
import { UsageError } from './usage.ts'
import { watchFolder } from './watch-folder.ts'

/** The exit code that programs use when Ctrl-C has stopped them. */
const INTERRUPTED = 130

interface ImportSettings {
  folder: string
  mayLink: boolean
  tagsWin: boolean
  isDryRun: boolean
  removesMissing: boolean
  /** Answers all questions to the operator with yes. */
  isSure: boolean
  reportFile: string | undefined
}

export const importMusicCommand: Command = {
  run: async (services, parameters, stop) => {
    const { values, positionals } = parseArgs({
      args: parameters,
      options: {
        link: { type: 'boolean', default: false },
        'tags-win': { type: 'boolean', default: false },
        'dry-run': { type: 'boolean', default: false },
        'remove-missing': { type: 'boolean', default: false },
        yes: { type: 'boolean', default: false },
        watch: { type: 'boolean', default: false },
        report: { type: 'string' },
      },
      allowPositionals: true,
    })
    const [folder, ...more] = positionals
    if (folder === undefined || more.length > 0) throw new UsageError('Which folder?')
    if (!isReadableFolder(folder)) throw new UsageError(`There is no folder ${folder}`)
    if (values['dry-run'] && (values.watch || values['remove-missing']))
      throw new UsageError('A dry run neither watches nor removes')
    if (isExport(folder)) {
      const { link: mayLink, ...others } = values
      if (Object.values(others).some((value) => value !== false && value !== undefined))
        throw new UsageError('An export is imported as it is: only --link goes with it')
      return importExport(services, folder, { stop, mayLink })
    }
    const settings: ImportSettings = {
      folder,
      mayLink: values.link,
      tagsWin: values['tags-win'],
      isDryRun: values['dry-run'],
      removesMissing: values['remove-missing'],
      isSure: values.yes,
      reportFile: values.report,
    }
    // Watching begins before the first run, so that no change during this run is missed.
    const watched = values.watch ? watchFolder(folder, stop, reportUnreported) : undefined
    const report = await runOnce(services, settings, stop)
    if (watched !== undefined && !report.isInterrupted) {
      console.log(`Watching ${folder}; Ctrl-C ends it.`)
      // `--tags-win` applies to the first run only. Later runs keep the edits that admins make in the meantime.
      for await (const _change of watched.changes())
        await runOnce(services, { ...settings, tagsWin: false }, stop)
    }
    return report.isInterrupted ? INTERRUPTED : 0
  },
}

async function runOnce(
  services: Services,
  settings: ImportSettings,
  stop: AbortSignal,
): Promise<ImportReport> {
  const { folder, mayLink, tagsWin, isDryRun } = settings
  const progress = showProgress(process.stdout)
  const report = await importMusic(services, folder, {
    stop,
    mayLink,
    tagsWin,
    isDryRun,
    onProgress: ({ filesDone, filesInAll, tracks }) =>
      progress.show(filesDone, filesInAll, `${tracks} tracks`),
  })
  progress.end()
  const missing = report.isInterrupted ? [] : await findMissing(services, folder)
  const lines = writeImportReport(services.config.dataFolder, settings, report, {
    missing,
    seconds: progress.seconds(),
  })
  for (const line of lines) console.log(line)
  if (settings.removesMissing && missing.length > 0) {
    const question = `Remove what these ${missing.length} missing files had become? Plays and favorites of their tracks are lost.`
    if (settings.isSure || (await confirmed(question)))
      console.log(`Removed ${await removeMissing(services, missing)} tracks.`)
    else console.log('Nothing was removed. Without a terminal, --yes answers the question.')
  }
  return report
}

function reportUnreported(reason: string): void {
  console.log(`The system does not report changes (${reason}); the folder is read every 10 minutes.`)
}
