import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDiskStorage } from '#storage/backends/storage.disk.ts'
import { openS3Storage } from '#storage/backends/storage.s3.ts'
import { copyMedia, type CopyReport } from '#maintenance/copy-media.ts'
import type { CommandBeside } from './command.ts'
import { megabytes } from './megabytes.ts'
import { showProgress } from './progress.ts'
import { UsageError } from './usage.ts'

/** The exit code that programs use when Ctrl-C has stopped them. */
const INTERRUPTED = 130

export const mediaCommand: CommandBeside = {
  runBeside: async (configure, parameters, stop) => {
    const { values, positionals } = parseArgs({
      args: parameters,
      options: { to: { type: 'string' } },
      allowPositionals: true,
    })
    const { to } = values
    if (positionals.join(' ') !== 'copy')
      throw new UsageError('What is to be done with the media? media copy')
    if (to !== 's3' && to !== 'disk') throw new UsageError('Where to? Give --to s3 or --to disk')
    const { storage, dataFolder } = configure()
    if (storage.kind !== 's3')
      throw new UsageError('Which S3 store? Give its settings (S3_ENDPOINT and those after it)')
    const folder = join(dataFolder, 'media')
    const [disk, s3] = [await openDiskStorage(folder), await openS3Storage(folder, storage.s3)]
    const progress = showProgress(process.stdout)
    try {
      const report = await copyMedia(to === 's3' ? disk : s3, to === 's3' ? s3 : disk, {
        journal: join(dataFolder, `media-copied-to-${to}.txt`),
        stop,
        onProgress: ({ done, inAll, bytes }) => progress.show(done, inAll, megabytes(bytes)),
      })
      progress.end()
      for (const line of summary(report, to)) console.log(line)
      if (report.isInterrupted) return INTERRUPTED
      return report.failed.length === 0 ? 0 : 1
    } finally {
      s3.close()
    }
  },
}

function* summary({ files, bytes, presentFiles, failed, isInterrupted }: CopyReport, to: 's3' | 'disk') {
  const made = `${files} files (${megabytes(bytes)}), read back and found the same.`
  yield isInterrupted ? `Interrupted after ${made} Run it again to go on.` : `Copied ${made}`
  if (presentFiles > 0) yield `${presentFiles} files were there already.`
  if (failed.length > 0) {
    yield `\nFailed ${failed.length} files:`
    for (const { name, reason } of failed) yield `  ${name}: ${reason}`
    yield '\nRun it again when that is mended.'
  } else if (!isInterrupted) {
    yield to === 's3'
      ? 'Start the server with the S3 settings now, and copy once more for what came meanwhile.'
      : 'Start the server without the S3 settings now, and copy once more for what came meanwhile.'
  }
}
