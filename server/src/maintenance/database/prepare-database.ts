import { existsSync, statSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { DatabaseTooNew, migrate, migrations } from '#database/migrate.ts'
import type { Database, DatabaseChoice } from '#database/open.ts'
import type { Log } from '#platform/log.ts'
import { copiesFolder, copiesIn, nameOfCopy } from './copies.ts'
import { appliedMigrations, dumpDatabase } from './database-copy.ts'
import { newestGoodBackup } from '../backup/find-backups.ts'
import { type FolderLock, lockToPrepare } from './folder-lock.ts'
import { quickFaultOf, faultOfSqliteFile } from './sqlite-file.ts'

/** Copies from before migrations that are kept. */
const COPIES_MAX = 3

/** Up to this size every page is looked at before the start; what takes longer is looked at beside the running server. */
const WHOLE_AT_START_MAX_BYTES = 64 * 1024 * 1024

const Mark = z.object({
  database: z.enum(['sqlite', 'postgres']),
  /** Damage was found while the server ran. */
  isSuspect: z.optional(z.boolean()),
})
type Mark = z.output<typeof Mark>

/** The archive that this data folder belongs to is not where it was, or is damaged. The message says what to do. */
export class ArchiveMissing extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ArchiveMissing'
  }
}

interface LockedFolder {
  dataFolder: string
  database: DatabaseChoice
  /** Where nightly copies go. */
  backupTo: string | undefined
}

/**
 * Makes sure that the database is the one this folder belongs to and whole, so that nobody gets an empty archive by
 * mistake; copies it before it is changed; brings it up to date. One process at a time.
 * @throws ArchiveMissing, DatabaseTooNew
 */
export async function prepareDatabase(
  { dataFolder, database, backupTo }: LockedFolder,
  open: () => Database,
  log: Pick<Log, 'info'>,
): Promise<{ db: Database; lock: FolderLock }> {
  const lock = await lockToPrepare(dataFolder, () =>
    log.info('another process prepares the archive; waiting for it'),
  )
  let db: Database | undefined
  try {
    const mark = await readMark(dataFolder)
    if (database.kind === 'sqlite') await checkFile(database.path, mark, { dataFolder, backupTo })
    db = open()
    const applied = await appliedMigrations(db)
    if (database.kind === 'postgres' && applied.length === 0 && mark !== undefined) {
      throw new ArchiveMissing(
        `The database of DATABASE_URL is empty, but ${dataFolder} belongs to an archive in ${nameOf(mark.database)}. ${
          mark.database === 'sqlite'
            ? 'Move it over with `npm run archive -- db copy --to ADDRESS`'
            : 'Check the address, or bring the archive back with `npm run archive -- restore`'
        }; to begin a new archive, use another DATA_DIR.`,
      )
    }
    const missing = migrations.find(([name]) => !applied.includes(name))
    const unknown = applied.find((name) => !migrations.some(([cache]) => cache === name))
    if (unknown !== undefined) throw new DatabaseTooNew(unknown)
    if (applied.length > 0 && missing !== undefined) {
      const path = await copyBefore(missing[0], dataFolder, database)
      log.info({ path }, 'the database was copied before it is brought up to date')
    }
    await migrate(db)
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

async function checkFile(
  path: string,
  mark: Mark | undefined,
  { dataFolder, backupTo }: Pick<LockedFolder, 'dataFolder' | 'backupTo'>,
): Promise<void> {
  if (mark?.database === 'postgres') {
    throw new ArchiveMissing(
      `DATABASE_URL is not set, but ${dataFolder} belongs to an archive in PostgreSQL. Set it; to go back to the SQLite file, restore a backup into it.`,
    )
  }
  if (mark === undefined && !existsSync(path) && !(await hasMedia(dataFolder))) return
  const fault =
    isCheckedAtStart(path) || mark?.isSuspect === true ? faultOfSqliteFile(path) : quickFaultOf(path)
  // A first start that was cut off has left a file with nothing in it.
  if (fault === undefined || (mark === undefined && !(await hasMedia(dataFolder)) && !isDamage(fault))) return
  throw await missingReason(fault, path, { dataFolder, backupTo })
}

/** Whether every page of it is looked at before each start. */
export function isCheckedAtStart(path: string): boolean {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  return size <= WHOLE_AT_START_MAX_BYTES
}

/** Says what is wrong with the database and which backup may take its place. */
export async function missingReason(
  fault: string,
  path: string,
  { dataFolder, backupTo }: Pick<LockedFolder, 'dataFolder' | 'backupTo'>,
): Promise<ArchiveMissing> {
  const best = await newestGoodBackup(dataFolder, backupTo)
  return new ArchiveMissing(
    [
      `The database ${path} cannot be used: ${fault}. The server does not run, so that nothing is written over it.`,
      best === undefined
        ? 'No good backup was found (BACKUP_DIR, or the copies in the data folder). If you have one elsewhere: npm run archive -- restore --from FOLDER --force'
        : `The newest good backup is of ${best.madeAt}: npm run archive -- restore --from ${best.from} --force`,
    ].join('\n'),
  )
}

function isDamage(fault: string): boolean {
  return fault !== 'it is empty' && fault !== 'it holds no archive'
}

/** Whether something was ever kept in this folder. */
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
  return z.parse(Mark, JSON.parse(await readFile(path, 'utf8')))
}

/** Notes which kind of database this folder's archive lies in. */
export async function writeMark(dataFolder: string, mark: Mark): Promise<void> {
  const aside = `${markPath(dataFolder)}.part`
  await writeFile(aside, `${JSON.stringify(mark)}\n`, { flush: true })
  await rename(aside, markPath(dataFolder))
}

function nameOf(kind: DatabaseChoice['kind']): string {
  return kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'
}
