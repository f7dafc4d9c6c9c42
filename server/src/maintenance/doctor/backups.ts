import { existsSync } from 'node:fs'
import type { Config } from '#config.ts'
import { type Database, openDatabase } from '#database/open.ts'
import type { BackupDestination } from '../backup/destination/backup-destination.ts'
import { BackupKeyMissing } from '../backup/encryption/access.ts'
import { isDatabaseWhole } from '../backup/find-backups.ts'
import { type Generation, generationsOf, isComplete } from '../backup/manifest.ts'
import { openBackupDestination } from '../backup/open-backup-destination.ts'
import { BackupsGone, requireBackups } from '../backup/used-places.ts'
import { describeFiles } from '../describe-files.ts'
import type { Check } from './finding.ts'
import { commandName } from '#platform/command-name.ts'

const HOUR_MS = 60 * 60 * 1000
/** Age from which the newest backup is too old. Two nightly backups were missed then. */
const OLD_AFTER_MS = 50 * HOUR_MS
const AHEAD_MS = HOUR_MS
const FILES_SHOWN = 10

/** Checks that there is a backup, that it is recent and can be read, and that no file was missing when it was made. */
export const backupAge: Check = async (config) => {
  if (config.backup === undefined) {
    const todo =
      'Set BACKUP_DIR to a folder on another disk or to s3://bucket/folder: then one is made every night.'
    return { state: 'hint', message: 'none is made', todo }
  }
  const destination = openBackupDestination(config.backup.to, config)
  try {
    const [newest, ...older] = await generationsOf(destination)
    if (newest === undefined) {
      const gone = await whyGone(config, destination)
      if (gone !== undefined) return { state: 'bad', message: gone.finding, todo: gone.todo }
      return {
        state: 'bad',
        message: `none in ${destination.name}`,
        todo: `Make one now: ${commandName()} backup`,
      }
    }
    const database = await stateOfDatabase(destination, newest)
    const message = `newest of ${newest.manifest.madeAt}, ${newest.manifest.media.files} files${database === 'encrypted' ? ', encrypted' : ''}`
    if (database === 'damaged')
      return {
        state: 'bad',
        message: `${message}; its database is damaged`,
        todo: 'Check that disk; make one now.',
      }
    if (!isComplete(newest)) return await incomplete(config, message, newest, older.find(isComplete))
    const age = Date.now() - Date.parse(newest.manifest.madeAt)
    if (age < -AHEAD_MS)
      return { state: 'bad', message: `${message}: in the future`, todo: 'Set the clock of this machine.' }
    if (age > OLD_AFTER_MS)
      return {
        state: 'bad',
        message,
        todo: `Look for "backup" in the server’s log; make one now: ${commandName()} backup`,
      }
    return { state: 'good', message }
  } finally {
    destination.close()
  }
}

/** The reason why the destination has no backups any more. Undefined if no backup was ever made in it. */
async function whyGone(
  { database }: Config,
  destination: BackupDestination,
): Promise<BackupsGone | undefined> {
  return withDatabase(database, async (db) => {
    try {
      await requireBackups(db, destination)
      return undefined
    } catch (error) {
      if (error instanceof BackupsGone) return error
      throw error
    }
  })
}

/** Checks the database of a backup. An encrypted one cannot be read without its private key. */
async function stateOfDatabase(
  destination: BackupDestination,
  newest: Generation,
): Promise<'whole' | 'damaged' | 'encrypted'> {
  try {
    return (await isDatabaseWhole(destination, newest)) ? 'whole' : 'damaged'
  } catch (error) {
    if (error instanceof BackupKeyMissing) return 'encrypted'
    throw error
  }
}

async function incomplete(
  { database }: Config,
  message: string,
  { manifest }: Generation,
  complete: Generation | undefined,
): ReturnType<Check> {
  const { missing, damaged } = manifest.media
  const names = [...missing, ...damaged]
  const texts = await withDatabase(database, async (db) => describeFiles(db, names.slice(0, FILES_SHOWN)))
  const lines = names
    .slice(0, FILES_SHOWN)
    .map((name, index) => `${index < missing.length ? 'missing' : 'damaged'}: ${texts?.get(name) ?? name}`)
  const more = names.length > FILES_SHOWN ? [`and ${names.length - FILES_SHOWN} more`] : []
  const last =
    complete === undefined ? 'there is no complete one' : `complete is that of ${complete.manifest.madeAt}`
  return {
    state: 'bad',
    message: [`${message}, but incomplete; ${last}`, ...lines, ...more].join('\n'),
    todo: `Bring the files back: ${commandName()} verify --mend, or store them anew in the browser.`,
  }
}

/** Calls a function with the database. Undefined when there is no database yet. */
async function withDatabase<Result>(
  choice: Config['database'],
  read: (db: Database) => Promise<Result>,
): Promise<Result | undefined> {
  if (choice.kind === 'sqlite' && !existsSync(choice.path)) return undefined
  const db = openDatabase(choice, () => {})
  try {
    return await read(db)
  } finally {
    await db.destroy()
  }
}
