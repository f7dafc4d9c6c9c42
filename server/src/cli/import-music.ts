import { statSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import {
  importMusic,
  type ImportReport,
  type Skipped,
  type SkipReason,
} from '#features/music-import/index.ts'
import type { Command } from './command.ts'
import { showProgress } from './progress.ts'
import { UsageError } from './usage.ts'

/** The usual exit code of a program that Ctrl-C has stopped. */
const INTERRUPTED = 130

export const importMusicCommand: Command = {
  usage: 'import FOLDER [--link]',
  summary: 'Makes albums of a folder of tagged music; run again, it goes on where it ended.',
  run: async (services, parameters, stop) => {
    const { values, positionals } = parseArgs({
      args: parameters,
      options: { link: { type: 'boolean', default: false } },
      allowPositionals: true,
    })
    const [folder, ...more] = positionals
    if (folder === undefined || more.length > 0) throw new UsageError('Which folder?')
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
      throw new UsageError(`There is no folder ${folder}`)
    }
    const progress = showProgress(process.stdout)
    const report = await importMusic(services, folder, {
      stop,
      mayLink: values.link,
      onProgress: ({ filesDone, filesInAll, tracks }) =>
        progress.show(filesDone, filesInAll, `${tracks} tracks`),
    })
    progress.end()
    for (const line of summary(report, progress.seconds())) console.log(line)
    for (const line of listOfSkipped(report.skipped, resolve(folder))) console.log(line)
    return report.isInterrupted ? INTERRUPTED : 0
  },
}

function summary(report: ImportReport, seconds: number): string[] {
  const rate = Math.round(report.tracks / Math.max(seconds, 0.001))
  const made = `${report.albums} albums and ${report.tracks} tracks in ${seconds.toFixed(1)} s (${rate} tracks/s).`
  return [
    report.isInterrupted ? `Interrupted after ${made} Run it again to go on.` : `Made ${made}`,
    ...(report.knownFiles > 0 ? [`${report.knownFiles} files were in the archive already.`] : []),
  ]
}

const REASONS: Record<SkipReason, string> = {
  'not-audio': 'no music (mp3, m4a, aac, wav, flac, ogg, opus)',
  unsupported: 'a format that the archive does not take',
  'unsupported-codec': 'sound that browsers do not play',
  encrypted: 'protected by its seller',
  truncated: 'cut off',
  damaged: 'damaged',
  'no-sound': 'tags without sound',
  'too-large': 'too large (300 MB at most)',
  'too-much-work': 'damaged in a way that costs too much to read',
  timeout: 'took too long to read',
  unreadable: 'could not be read',
  link: 'a symbolic link',
  duplicate: 'a second copy of a track of the same album',
  changed: 'changed since it was imported; delete its track to import it anew',
}

function* listOfSkipped(skipped: readonly Skipped[], root: string): Generator<string> {
  if (skipped.length === 0) return
  yield `\nSkipped ${skipped.length} files:`
  for (const [reason, files] of Map.groupBy(skipped, (file) => file.reason)) {
    yield `\n  ${REASONS[reason]} (${files.length}):`
    for (const { path } of files) yield `    ${relative(root, path)}`
  }
}
