import { mkdir } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { openStorage } from '#storage/backends/open-storage.ts'
import { lockAlone, lockBackups } from '#maintenance/database/folder-lock.ts'
import { createBackup } from '#maintenance/backup/create-backup.ts'
import { openBackupDestination } from '#maintenance/backup/open-backup-destination.ts'
import type { CommandBeside } from './command.ts'
import { megabytes } from './megabytes.ts'
import { showProgress } from './progress.ts'
import { UsageError } from './usage.ts'

const MISSING_SHOWN = 10

export const backupCommand: CommandBeside = {
  usage: 'backup [--to FOLDER|s3://BUCKET/FOLDER]',
  summary: 'Copies database and media, also while the server runs; only new media are sent.',
  runBeside: async (configure, parameters, stop) => {
    const { values } = parseArgs({
      args: parameters,
      options: { to: { type: 'string' }, 'keep-days': { type: 'string' } },
    })
    const config = configure(
      values['keep-days'] === undefined ? {} : { BACKUP_KEEP_DAYS: values['keep-days'] },
    )
    const to = values.to ?? config.backup?.to
    if (to === undefined) throw new UsageError('Where to? Give --to, or set BACKUP_DIR.')
    const destination = openBackupDestination(to, config)
    // One backup at a time: each one deletes media that no backup refers to.
    if (!to.startsWith('s3://')) await mkdir(to, { recursive: true, mode: 0o700 })
    const lock = to.startsWith('s3://') ? lockBackups(config.dataFolder, to) : lockAlone(to)
    const storage = await openStorage(config)
    const progress = showProgress(process.stdout)
    try {
      const { id, manifest, newFiles, newBytes, removedBackups } = await createBackup(
        { dataFolder: config.dataFolder, database: config.database, storage },
        destination,
        {
          keptDays: config.backup?.keptDays ?? 7,
          stop,
          onFile: (files) => progress.show(files, files, 'media'),
        },
      )
      progress.end()
      const { database, media } = manifest
      console.log(
        `Backup ${id} in ${destination.name}: database ${megabytes(database.sizeBytes)}, ${media.files} files (${megabytes(media.bytes)}), ${newFiles} of them new (${megabytes(newBytes)}), in ${progress.seconds().toFixed(1)} s.`,
      )
      if (removedBackups > 0) console.log(`${removedBackups} old backups were removed.`)
      for (const name of media.missing.slice(0, MISSING_SHOWN)) console.log(`No file for ${name}`)
      if (media.missing.length > 0)
        console.log(`${media.missing.length} rows name files that are not there: npm run archive -- verify`)
      return 0
    } finally {
      storage.close()
      destination.close()
      lock.release()
    }
  },
}
