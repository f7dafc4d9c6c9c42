import { mkdir } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { openStorage } from '#storage/backends/open-storage.ts'
import { lockBackups } from '#maintenance/database/folder-lock.ts'
import { createBackup } from '#maintenance/backup/create-backup.ts'
import { openBackupDestination } from '#maintenance/backup/open-backup-destination.ts'
import type { CommandBeside } from './command.ts'
import { isComplete, type Manifest } from '#maintenance/backup/manifest.ts'
import { describeFiles } from '#maintenance/describe-files.ts'
import { type DatabaseChoice, openDatabase } from '#database/open.ts'
import { megabytes } from './megabytes.ts'
import { showProgress } from './progress.ts'
import { UsageError } from './usage.ts'
import { commandName } from '#platform/command-name.ts'

const FILES_SHOWN = 10
/** Exit code: the backup was made, but files of the archive are missing or damaged. */
const INCOMPLETE = 2

export const backupCommand: CommandBeside = {
  runBeside: async (configure, parameters, stop) => {
    const { values } = parseArgs({
      args: parameters,
      options: {
        to: { type: 'string' },
        'keep-days': { type: 'string' },
        'new-place': { type: 'boolean', default: false },
      },
    })
    const config = configure(
      values['keep-days'] === undefined ? {} : { BACKUP_KEEP_DAYS: values['keep-days'] },
    )
    const to = values.to ?? config.backup?.to
    if (to === undefined) throw new UsageError('Where to? Give --to, or set BACKUP_DIR.')
    const destination = openBackupDestination(to, config)
    // Prevents two backups at the same time, because each backup deletes media that no backup refers to.
    if (!to.startsWith('s3://')) await mkdir(to, { recursive: true, mode: 0o700 })
    const lock = lockBackups(config.dataFolder, to)
    const storage = await openStorage(config)
    const progress = showProgress(process.stdout)
    try {
      const report = await createBackup(
        { dataFolder: config.dataFolder, database: config.database, storage },
        destination,
        {
          keptDays: config.backup?.keptDays ?? 7,
          isNewPlace: values['new-place'],
          stop,
          onFile: (files) => progress.show(files, files, 'media'),
        },
      )
      progress.end()
      const { id, manifest, newFiles, newBytes, removedBackups } = report
      const { database, media } = manifest
      console.log(
        `Backup ${id} in ${destination.name}: database ${megabytes(database.sizeBytes)}, ${media.files} files (${megabytes(media.bytes)}), ${newFiles} of them new (${megabytes(newBytes)}), in ${progress.seconds().toFixed(1)} s.`,
      )
      if (removedBackups > 0) console.log(`${removedBackups} old backups were removed.`)
      if (isComplete(report)) return 0
      for (const line of await incompleteLines(config.database, media)) console.error(line)
      return INCOMPLETE
    } finally {
      storage.close()
      destination.close()
      lock.release()
    }
  },
}

async function incompleteLines(
  choice: DatabaseChoice,
  { missing, damaged }: Manifest['media'],
): Promise<string[]> {
  const db = openDatabase(choice, () => {})
  try {
    const shown = { missing: missing.slice(0, FILES_SHOWN), damaged: damaged.slice(0, FILES_SHOWN) }
    const texts = await describeFiles(db, [...shown.missing, ...shown.damaged])
    return [
      ...shown.missing.map((name) => `Missing: ${texts.get(name) ?? 'a file'} (${name})`),
      ...shown.damaged.map((name) => `Damaged: ${texts.get(name) ?? 'a file'} (${name})`),
      `This backup is incomplete: of the archive's files ${missing.length} are missing and ${damaged.length} damaged. It takes the place of no older backup. Mend them: ${commandName()} verify --mend, or store them anew in the browser.`,
    ]
  } finally {
    await db.destroy()
  }
}
