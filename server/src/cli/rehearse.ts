import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { CannotRestore } from '#maintenance/backup/destination/cannot-restore.ts'
import { openBackupDestination } from '#maintenance/backup/open-backup-destination.ts'
import { rehearseRestore } from '#maintenance/backup/rehearsal/rehearse-restore.ts'
import { lockBackups } from '#maintenance/database/folder-lock.ts'
import { openDataFolder } from '#storage/disk/private-files.ts'
import type { CommandBeside } from './command.ts'
import { megabytes } from './megabytes.ts'
import { showProgress } from './progress.ts'
import { UsageError } from './usage.ts'

export const rehearseCommand: CommandBeside = {
  runBeside: async (configure, parameters, stop) => {
    const { values } = parseArgs({
      args: parameters,
      options: { from: { type: 'string' }, backup: { type: 'string' }, identity: { type: 'string' } },
    })
    const config = configure(values.identity === undefined ? {} : { BACKUP_IDENTITY_FILE: values.identity })
    const from = values.from ?? config.backup?.to
    if (from === undefined) throw new UsageError('From where? Give --from, or set BACKUP_DIR.')
    if (!from.startsWith('s3://') && !existsSync(from))
      throw new CannotRestore(`There is no backup in ${from}.`)
    await openDataFolder(config.dataFolder, { sharesMedia: config.storage.delivery === 'accel' })
    const destination = openBackupDestination(from, config)
    // Prevents a backup at the same time, because it may delete the backup that is being read.
    const lock = lockBackups(config.dataFolder, from)
    const progress = showProgress(process.stdout)
    try {
      const { manifest } = await rehearseRestore(destination, config.dataFolder, {
        id: values.backup,
        reservedBytes: config.reservedDiskBytes,
        stop,
        onFile: (done, inAll) => progress.show(done, inAll, 'media'),
      })
      progress.end()
      const { database, media } = manifest
      const incomplete = media.missing.length + media.damaged.length
      const lacking = incomplete === 0 ? '' : `, ${incomplete} were missing or damaged in the archive`
      console.log(
        `The backup of ${manifest.madeAt} can be restored: database ${megabytes(database.sizeBytes)}, ${media.files} files (${megabytes(media.bytes)})${lacking}, in ${progress.seconds().toFixed(1)} s.`,
      )
      return 0
    } finally {
      destination.close()
      lock.release()
    }
  },
}
