import type { Database } from '#database/open.ts'
import { commandName } from '#platform/command-name.ts'
import { appliedMigrations } from '../database/dump-database.ts'
import type { BackupDestination } from './destination/backup-destination.ts'
import { countManifests, generationFolders } from './manifest.ts'
import { OperatorError } from '#platform/operator-error.ts'

/** The migration since which the database records the destinations of backups. */
const PLACES_SINCE = '0024-backup-places'

/**
 * The error when backups of this archive were made in a destination that contains none now. Usually its disk is not
 * mounted.
 */
export class BackupsGone extends OperatorError {
  readonly finding: string
  /** The remedy for the operator. */
  readonly todo = `Mount its disk, or correct BACKUP_DIR. If the backups were removed on purpose, begin anew: ${commandName()} backup --new-place`

  constructor(place: string, lastBackupAt: string) {
    const finding = `There is no backup in ${place} any more, where the last one was made at ${lastBackupAt}.`
    super(finding)
    this.name = 'BackupsGone'
    this.finding = finding
    this.message = `${finding} ${this.todo}`
  }
}

/**
 * Checks that a destination in which backups were made still contains some. Otherwise a backup could be written below
 * the mount point of a disk that is not mounted. A destination without a record may be empty.
 * @throws BackupsGone
 */
export async function requireBackups(
  db: Database,
  destination: BackupDestination,
  folders?: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  if (!(await isRecording(db))) return
  const used = await db
    .selectFrom('backupPlaces')
    .select('lastBackupAt')
    .where('place', '=', destination.name)
    .executeTakeFirst()
  if (used === undefined) return
  if (countManifests(folders ?? (await generationFolders(destination))) === 0)
    throw new BackupsGone(destination.name, used.lastBackupAt)
}

/** Records that a backup was made in a destination. */
export async function recordBackup(
  db: Database,
  { name: place }: BackupDestination,
  lastBackupAt: string,
): Promise<void> {
  if (!(await isRecording(db))) return
  await db
    .insertInto('backupPlaces')
    .values({ place, lastBackupAt })
    .onConflict((conflict) => conflict.column('place').doUpdateSet({ lastBackupAt }))
    .execute()
}

/** Deletes the record of a destination, so that a new first backup can be made in it. */
export async function forgetPlace(db: Database, { name }: BackupDestination): Promise<void> {
  if (await isRecording(db)) await db.deleteFrom('backupPlaces').where('place', '=', name).execute()
}

/** Whether the database has records of destinations. It has none before it was migrated. */
async function isRecording(db: Database): Promise<boolean> {
  return (await appliedMigrations(db)).includes(PLACES_SINCE)
}
