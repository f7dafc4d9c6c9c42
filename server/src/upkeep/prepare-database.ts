import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { DatabaseTooNew, migrate, migrations } from '#database/migrate.ts'
import type { Database, DatabaseChoice } from '#database/open.ts'
import type { Log } from '#services.ts'
import { appliedMigrations, dumpDatabase } from './database-copy.ts'
import { newestGoodBackup } from './find-backups.ts'
import { type FolderLock, lockToPrepare } from './folder-lock.ts'
import { faultOfSqliteFile } from './sqlite-file.ts'

/** Copies from before migrations that are kept. */
const COPIES_KEPT = 3

const Mark = z.object({ database: z.enum(['sqlite', 'postgres']) })

/** The archive that this data folder belongs to is not where it was, or is damaged. The message says what to do. */
export class ArchiveLost extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ArchiveLost'
  }
}

interface Place {
  dataFolder: string
  database: DatabaseChoice
  /** Where nightly copies go. */
  backupTo: string | undefined
}

/** Where copies lie that are made before migrations. */
export const copiesFolder = (dataFolder: string): string => join(dataFolder, 'copies')

/**
 * Makes sure that the database is the one this folder belongs to and whole, so that nobody gets an empty archive by
 * mistake; copies it before it is changed; brings it up to date. One process at a time.
 * @throws ArchiveLost, DatabaseTooNew
 */
export async function prepareDatabase(
  { dataFolder, database, backupTo }: Place,
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
      throw new ArchiveLost(
        `The database of DATABASE_URL is empty, but ${dataFolder} belongs to an archive in ${nameOf(mark)}. ${
          mark === 'sqlite'
            ? 'Move it over with `npm run archive -- db copy --to ADDRESS`'
            : 'Check the address, or bring the archive back with `npm run archive -- restore`'
        }; to begin a new archive, use another DATA_DIR.`,
      )
    }
    const missing = migrations.find(([name]) => !applied.includes(name))
    const unknown = applied.find((name) => !migrations.some(([known]) => known === name))
    if (unknown !== undefined) throw new DatabaseTooNew(unknown)
    if (applied.length > 0 && missing !== undefined) {
      const path = await copyBefore(missing[0], dataFolder, database)
      log.info({ path }, 'the database was copied before it is brought up to date')
    }
    await migrate(db)
    if (mark !== database.kind) await writeMark(dataFolder, database.kind)
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
  mark: DatabaseChoice['kind'] | undefined,
  { dataFolder, backupTo }: Pick<Place, 'dataFolder' | 'backupTo'>,
): Promise<void> {
  if (mark === 'postgres') {
    throw new ArchiveLost(
      `DATABASE_URL is not set, but ${dataFolder} belongs to an archive in PostgreSQL. Set it; to go back to the SQLite file, restore a backup into it.`,
    )
  }
  if (mark === undefined && !existsSync(path) && !(await hasMedia(dataFolder))) return
  const fault = faultOfSqliteFile(path, { whole: false })
  // A first start that was cut off has left a file with nothing in it.
  if (fault === undefined || (mark === undefined && !(await hasMedia(dataFolder)) && !isDamage(fault))) return
  const best = await newestGoodBackup(dataFolder, backupTo)
  throw new ArchiveLost(
    [
      `The database ${path} cannot be used: ${fault}. The server does not start, so that nothing is written over it.`,
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
  const name = `before-${step}-${new Date().toISOString().replaceAll(':', '-')}.sqlite`
  const path = join(folder, name)
  const aside = `${path}.part`
  for (const file of await readdir(folder)) if (file.endsWith('.part')) await rm(join(folder, file))
  await dumpDatabase(database, aside)
  await rename(aside, path)
  const old = (await readdir(folder)).filter((file) => file.startsWith('before-') && file.endsWith('.sqlite'))
  const byAge = old.toSorted((a, b) => a.slice(-31).localeCompare(b.slice(-31)))
  for (const file of byAge.slice(0, -COPIES_KEPT)) await rm(join(folder, file))
  return path
}

const markPath = (dataFolder: string) => join(dataFolder, 'archive.json')

async function readMark(dataFolder: string): Promise<DatabaseChoice['kind'] | undefined> {
  const path = markPath(dataFolder)
  if (!existsSync(path)) return undefined
  return z.parse(Mark, JSON.parse(await readFile(path, 'utf8'))).database
}

/** Notes which kind of database this folder's archive lies in. */
export async function writeMark(dataFolder: string, database: DatabaseChoice['kind']): Promise<void> {
  const aside = `${markPath(dataFolder)}.part`
  await writeFile(aside, `${JSON.stringify({ database })}\n`, { flush: true })
  await rename(aside, markPath(dataFolder))
}

function nameOf(kind: DatabaseChoice['kind']): string {
  return kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'
}
