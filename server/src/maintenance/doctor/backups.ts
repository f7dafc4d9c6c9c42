import { isDatabaseWhole } from '../backup/find-backups.ts'
import { generationsOf } from '../backup/manifest.ts'
import { openBackupDestination } from '../backup/open-backup-destination.ts'
import type { Check } from './finding.ts'

const HOUR_MS = 60 * 60 * 1000
/** Two missed nightly backups. */
const OLD_AFTER_MS = 50 * HOUR_MS

/** Checks whether there is a backup, its age, and whether it can be read. */
export const backupAge: Check = async (config) => {
  if (config.backup === undefined) {
    const todo =
      'Set BACKUP_DIR to a folder on another disk or to s3://bucket/folder: then one is made every night.'
    return { state: 'hint', message: 'none is made', todo }
  }
  const destination = openBackupDestination(config.backup.to, config)
  try {
    const [newest] = await generationsOf(destination)
    if (newest === undefined)
      return {
        state: 'bad',
        message: `none in ${destination.name}`,
        todo: 'Make one now: npm run archive -- backup',
      }
    const message = `newest of ${newest.manifest.madeAt}, ${newest.manifest.media.files} files`
    if (!(await isDatabaseWhole(destination, newest)))
      return {
        state: 'bad',
        message: `${message}; its database is damaged`,
        todo: 'Check that disk; make one now.',
      }
    if (Date.now() - Date.parse(newest.manifest.madeAt) > OLD_AFTER_MS)
      return {
        state: 'bad',
        message,
        todo: 'Look for "backup" in the server’s log; make one now: npm run archive -- backup',
      }
    return { state: 'good', message }
  } finally {
    destination.close()
  }
}
