import { existsSync, statSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { DatabaseTooNew, migrate, migrations } from '#database/migrate.ts'
import type { Database, DatabaseChoice } from '#database/open.ts'
import type { Log } from '#platform/log.ts'
import { copiesFolder, copiesIn, nameOfCopy } from './copies.ts'
import { appliedMigrations, dumpDatabase } from './dump-database.ts'
import { type FolderLock, lockToPrepare } from './folder-lock.ts'
import { quickFaultOf, faultOfSqliteFile } from './sqlite-file.ts'
import { commandName } from '#platform/command-name.ts'
import { OperatorError } from '#platform/operator-error.ts'

/** Maximum number of copies from before migrations that are kept. */
const COPIES_MAX = 3

/**
 * File size up to which every page is checked before the start. A larger file is checked while the server is running.
 */
const WHOLE_AT_START_MAX_BYTES = 64 * 1024 * 1024

const Mark = z.object({
  database: z.enum(['sqlite', 'postgres']),
  /** Whether damage was found while the server was running. */
  isSuspect: z.optional(z.boolean()),
})
type Mark = z.output<typeof Mark>

/** The error when the database of this data folder is missing or damaged. The message describes what to do. */
export class ArchiveMissing extends OperatorError {
  constructor(message: string) {
    super(message)
    this.name = 'ArchiveMissing'
  }
}

/** A backup from which the archive can be restored. */
export interface GoodBackup {
  /** The value for `restore --from`. */
  from: string
  madeAt: string
  /** Whether the backup is encrypted. It can then be checked only with its private key. */
  isEncrypted: boolean
}

/** Finds the newest backup that can replace the database of a data folder. */
export type FindBackup = (dataFolder: string) => Promise<GoodBackup | undefined>

interface LockedFolder {
  dataFolder: string
  database: DatabaseChoice
  findBackup: FindBackup
}

/**
 * Prepares the database, in one process at a time. It checks that the database belongs to this folder and is not
 * damaged, so that a mistake in the settings does not start an empty archive. It copies the database before a
 * migration, and migrates it.
 * @throws ArchiveMissing, DatabaseTooNew
 */
export async function prepareDatabase(
  { dataFolder, database, findBackup }: LockedFolder,
  open: () => Database,
  log: Pick<Log, 'info'>,
): Promise<{ db: Database; lock: FolderLock }> {
  const lock = await lockToPrepare(dataFolder, () =>
    log.info('another process prepares the archive; waiting for it'),
  )
  let db: Database | undefined
  try {
    const mark = await readMark(dataFolder)
    await requireDatabaseFile({ dataFolder, database, findBackup })
    db = open()
    const applied = await appliedMigrations(db)
    await requireFilledDatabase({ dataFolder, database }, applied)
    const missing = migrations.find(([name]) => !applied.includes(name))
    const unknown = applied.find((name) => !migrations.some(([ours]) => ours === name))
    if (unknown !== undefined) throw new DatabaseTooNew(unknown)
    if (applied.length > 0 && missing !== undefined) {
      const path = await copyBefore(missing[0], dataFolder, database)
      log.info({ path }, 'the database was copied before it is brought up to date')
    }
    if (missing !== undefined) await migrate(db)
    if (mark?.database !== database.kind || mark.isSuspect === true)
      await writeMark(dataFolder, { database: database.kind })
    lock.prepared()
    return { db, lock }
  } catch (error) {
    await db?.destroy()
    lock.release()
    throw error
  }
}

/**
 * Checks that the SQLite file of an archive exists and is not damaged.
 * @throws ArchiveMissing
 */
export async function requireDatabaseFile({ dataFolder, database, findBackup }: LockedFolder): Promise<void> {
  if (database.kind !== 'sqlite') return
  const { path } = database
  const mark = await readMark(dataFolder)
  if (mark?.database === 'postgres') {
    throw new ArchiveMissing(
      `DATABASE_URL is not set, but ${dataFolder} belongs to an archive in PostgreSQL. Set it; to go back to the SQLite file, restore a backup into it.`,
    )
  }
  if (mark === undefined && !existsSync(path) && !(await hasMedia(dataFolder))) return
  const fault =
    isCheckedAtStart(path) || mark?.isSuspect === true ? faultOfSqliteFile(path) : quickFaultOf(path)
  // An empty file may come from a first start that was interrupted.
  if (fault === undefined || (mark === undefined && !(await hasMedia(dataFolder)) && !isDamage(fault))) return
  throw await missingReason(fault, path, { dataFolder, findBackup })
}

/**
 * Checks that the PostgreSQL database of an archive is not empty. `applied` are the migrations in the database.
 * @throws ArchiveMissing
 */
export async function requireFilledDatabase(
  { dataFolder, database }: Pick<LockedFolder, 'dataFolder' | 'database'>,
  applied: readonly string[],
): Promise<void> {
  if (database.kind !== 'postgres' || applied.length > 0) return
  const mark = await readMark(dataFolder)
  if (mark === undefined) return
  throw new ArchiveMissing(
    `The database of DATABASE_URL is empty, but ${dataFolder} belongs to an archive in ${nameOf(mark.database)}. ${
      mark.database === 'sqlite'
        ? `Move it over with \`${commandName()} db copy --to ADDRESS\``
        : `Check the address, or bring the archive back with \`${commandName()} restore\``
    }; to begin a new archive, use another DATA_DIR.`,
  )
}

/** Whether every page of this SQLite file is checked before each start. */
export function isCheckedAtStart(path: string): boolean {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  return size <= WHOLE_AT_START_MAX_BYTES
}

/** Makes the error that says what is wrong with the database and which backup can replace it. */
export async function missingReason(
  fault: string,
  path: string,
  { dataFolder, findBackup }: Pick<LockedFolder, 'dataFolder' | 'findBackup'>,
): Promise<ArchiveMissing> {
  const best = await findBackup(dataFolder)
  return new ArchiveMissing(
    [
      `The database ${path} cannot be used: ${fault}. The server does not run, so that nothing is written over it.`,
      best === undefined
        ? `No good backup was found (BACKUP_DIR, or the copies in the data folder). If you have one elsewhere: ${commandName()} restore --from FOLDER --force`
        : `The newest ${best.isEncrypted ? 'backup (encrypted; set BACKUP_IDENTITY_FILE)' : 'good backup'} is of ${best.madeAt}: ${commandName()} restore --from ${best.from} --force`,
    ].join('\n'),
  )
}

function isDamage(fault: string): boolean {
  return fault !== 'it is empty' && fault !== 'it holds no archive'
}

/** Whether this folder has ever contained media. */
async function hasMedia(dataFolder: string): Promise<boolean> {
  const media = join(dataFolder, 'media')
  const areas = await readdir(media).catch((): string[] => [])
  for (const area of areas) {
    if (area === 'staged') continue
    const folders = await readdir(join(media, area)).catch((): string[] => [])
    if (folders.length > 0) return true
  }
  return false
}

async function copyBefore(step: string, dataFolder: string, database: DatabaseChoice): Promise<string> {
  const folder = copiesFolder(dataFolder)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, nameOfCopy(step, new Date()))
  const aside = `${path}.part`
  for (const file of await readdir(folder)) if (file.endsWith('.part')) await rm(join(folder, file))
  await dumpDatabase(database, aside)
  await rename(aside, path)
  for (const old of (await copiesIn(dataFolder)).slice(COPIES_MAX)) await rm(old.path)
  return path
}

const markPath = (dataFolder: string) => join(dataFolder, 'archive.json')

async function readMark(dataFolder: string): Promise<Mark | undefined> {
  const path = markPath(dataFolder)
  if (!existsSync(path)) return undefined
  const text = await readFile(path, 'utf8')
  try {
    return z.parse(Mark, JSON.parse(text))
  } catch {
    throw new ArchiveMissing(
      `The file ${path} is damaged.\nIt names the database of the archive: write {"database":"sqlite"} or {"database":"postgres"} into it.`,
    )
  }
}

/** Records which kind of database the archive of this folder uses. */
export async function writeMark(dataFolder: string, mark: Mark): Promise<void> {
  const aside = `${markPath(dataFolder)}.part`
  await writeFile(aside, `${JSON.stringify(mark)}\n`, { flush: true })
  await rename(aside, markPath(dataFolder))
}

function nameOf(kind: DatabaseChoice['kind']): string {
  return kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'
}
