import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { type Database, type DatabaseChoice, openDatabase } from '#database/open.ts'
import { OperatorError } from '#platform/operator-error.ts'
import { isDiskFull } from '#storage/disk/disk-full.ts'
import type { MovableStorage } from '#storage/storage.ts'
import { appliedMigrations, dumpDatabase } from '../database/dump-database.ts'
import { faultOfSqliteFile } from '../database/sqlite-file.ts'
import { hashed, chunksOfPath } from '../hashed-bytes.ts'
import { requireMedia } from '../media-presence.ts'
import { baseOfKey, namedFiles } from '../named-files.ts'
import { openStoredHashes } from '../stored-hashes.ts'
import { type BackupDestination, writeText } from './destination/backup-destination.ts'
import { readListedMedia } from './listed-media.ts'
import {
  type Generation,
  generationFolders,
  generationsOf,
  hashOfList,
  type Manifest,
  pathsOf,
  writeMediaList,
} from './manifest.ts'
import { openMediaContents } from './media-contents.ts'
import { type CopiedMedia, createMediaCopier, type MediaCopier } from './media-copier.ts'
import { pruneBackups } from './prune-backups.ts'
import { revocationsIn } from './renew-copy.ts'
import { addRevocations } from './revocation-list.ts'
import { forgetPlace, recordBackup, requireBackups } from './used-places.ts'

const WORK_START = 'backup-'
/** Age from which an unfinished file in the destination is removed. No backup takes longer. */
const WORK_DEAD_AFTER_MS = 24 * 60 * 60 * 1000
/**
 * Maximum number of copies of the database in one backup. A file may be stored and deleted again while the database is
 * being copied. Its row is then in the copy without the file, and another copy is made.
 */
const DUMPS_MAX = 3

/** The archive to copy. */
export interface Source {
  dataFolder: string
  database: DatabaseChoice
  storage: MovableStorage
}

export interface BackupReport extends Generation {
  /** Number of files whose content was not in any earlier backup, and their size. */
  newFiles: number
  newBytes: number
  removedBackups: number
}

export interface BackupOptions {
  keptDays: number
  /** Allows a destination in which backups were made but do not exist any more. */
  isNewPlace?: boolean
  now?: () => Date
  onFile?: (files: number) => void
  /** Aborts the backup between two files. The next backup reuses the files that were already sent. */
  stop?: AbortSignal
}

/**
 * Makes a backup of the archive while it is in use. First it copies the media, then the database at one moment, and
 * then the media that were added in the meantime. So the backup contains every file to which the copied rows refer,
 * although files may be deleted meanwhile. Contents of earlier backups are not sent again. Files that are missing or
 * damaged in the archive are listed in the manifest, which makes the backup incomplete.
 * @throws MediaMissing, BackupsGone, StorageUnavailable
 */
export async function createBackup(
  source: Source,
  destination: BackupDestination,
  { keptDays, isNewPlace = false, now = () => new Date(), onFile = () => {}, stop }: BackupOptions,
): Promise<BackupReport> {
  const db = openSource(source.database)
  let workFolder: string | undefined
  try {
    await requireMedia(db, source.storage)
    const folders = await generationFolders(destination)
    if (isNewPlace) await forgetPlace(db, destination)
    await requireBackups(db, destination, folders)
    await destination.clearUnfinished(new Date(Date.now() - WORK_DEAD_AFTER_MS))
    const earlier = await generationsOf(destination, folders)
    const contents = await openMediaContents(destination)
    const copier = createMediaCopier({
      storage: source.storage,
      hashes: await openStoredHashes(db, now),
      contents,
      listed: await readListedMedia(destination, earlier, folders),
      readSizes: async () => {
        const sizes = new Map<string, number>()
        for await (const { name, sizeBytes } of namedFiles(db))
          if (sizeBytes !== null) sizes.set(name, sizeBytes)
        return sizes
      },
      onFile: (files) => {
        stop?.throwIfAborted()
        onFile(files)
      },
    })
    await copier.copyNew()
    // The copy is written to the data folder. The temporary folder of the system may be small or in memory.
    await removeLeftWork(source.dataFolder)
    workFolder = await mkdtemp(join(source.dataFolder, WORK_START))
    const dump = await dumpWithMedia(source.database, db, copier, workFolder)
    await addRevocations(destination, [...revocationsIn(dump.file).values()], now())
    // Another machine may have removed media from the same destination in the meantime.
    if (!(await contents.haveStayed(dump.media.files.values())))
      throw new Error('Media of this backup were removed by another one. Make it again.')
    const made = await writeGeneration(source, destination, dump, nextPlace(earlier, folders, now()))
    await recordBackup(db, destination, made.manifest.madeAt)
    const removedBackups = await pruneBackups(destination, keptDays)
    return { ...made, ...copier.sent(), removedBackups }
  } catch (error) {
    // Removes backups that need not be kept, so that the next attempt has more space.
    if (isDiskFull(error)) await pruneBackups(destination, keptDays).catch(() => undefined)
    throw error
  } finally {
    if (workFolder !== undefined) await rm(workFolder, { recursive: true, force: true })
    await db.destroy()
  }
}

function openSource(choice: DatabaseChoice): Database {
  // The file must exist, because opening a missing file would create an empty database.
  if (choice.kind === 'sqlite' && !existsSync(choice.path))
    throw new OperatorError(
      `There is no database: ${choice.path}. Set DATA_DIR to the folder of the archive, or DATABASE_URL.`,
    )
  return openDatabase(choice, () => {})
}

/** A copy of the database, and the media files that its rows name. */
interface Dump {
  file: string
  media: CopiedMedia
  migrations: string[]
}

async function dumpWithMedia(
  database: DatabaseChoice,
  db: Database,
  copier: MediaCopier,
  workFolder: string,
): Promise<Dump> {
  for (let turn = 1; ; turn += 1) {
    const file = join(workFolder, `database-${turn}.sqlite`)
    await dumpDatabase(database, file)
    const fault = faultOfSqliteFile(file)
    if (fault !== undefined) throw new Error(`The copy of the database cannot be used: ${fault}`)
    await copier.copyNew()
    const { named, migrations } = await readCopy(file)
    const media = await copier.resultFor(named)
    const incomplete = [...media.missing, ...media.damaged]
    const stillNamed = incomplete.length === 0 ? named : await namesIn(db)
    if (turn === DUMPS_MAX || incomplete.every((key) => stillNamed.has(baseOfKey(key)))) {
      await copier.dropUnnamed(stillNamed)
      return { file, media, migrations }
    }
    await rm(file)
  }
}

async function readCopy(file: string): Promise<{ named: Set<string>; migrations: string[] }> {
  const db = openDatabase({ kind: 'sqlite', path: file }, () => {})
  try {
    return { named: await namesIn(db), migrations: await appliedMigrations(db) }
  } finally {
    await db.destroy()
  }
}

async function namesIn(db: Database): Promise<Set<string>> {
  const names = new Set<string>()
  for await (const { name } of namedFiles(db)) names.add(name)
  return names
}

/** The name and sequence number of the next backup. No other backup has this name. */
function nextPlace(
  earlier: readonly Generation[],
  folders: ReadonlyMap<string, unknown>,
  now: Date,
): { id: string; madeAt: string; sequence: number } {
  const sequence = Math.max(0, ...earlier.map(({ manifest }) => manifest.sequence)) + 1
  // If the clock was set back, another backup may already have this time as its name.
  for (let moment = now.getTime(); ; moment += 1) {
    const madeAt = new Date(moment).toISOString()
    const id = madeAt.replaceAll(':', '-')
    if (!folders.has(id)) return { id, madeAt, sequence }
  }
}

async function writeGeneration(
  { dataFolder, database }: Source,
  destination: BackupDestination,
  { file, media: { files, missing, damaged }, migrations }: Dump,
  { id, madeAt, sequence }: { id: string; madeAt: string; sequence: number },
): Promise<Generation> {
  const paths = pathsOf(id)
  const original = hashed(chunksOfPath(file))
  await destination.write(paths.database, Readable.from(original.bytes).pipe(createGzip({ level: 4 })))
  const list = writeMediaList(files)
  await writeText(destination, paths.media, list)
  const secret = await readFile(join(dataFolder, 'secret'), 'utf8').catch(() => undefined)
  if (secret !== undefined) await writeText(destination, paths.secret, secret)
  const manifest: Manifest = {
    format: 2,
    madeAt,
    sequence,
    database: { from: database.kind, ...original.digest(), migrations },
    media: {
      files: files.size,
      bytes: files.values().reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      sha256: hashOfList(list),
      missing,
      damaged,
    },
    hasSecret: secret !== undefined,
  }
  await writeText(destination, paths.manifest, `${JSON.stringify(manifest, undefined, 2)}\n`)
  return { id, manifest }
}

/** Removes temporary files of backups that were killed. */
async function removeLeftWork(dataFolder: string): Promise<void> {
  for (const name of await readdir(dataFolder)) {
    if (!name.startsWith(WORK_START)) continue
    const path = join(dataFolder, name)
    if (Date.now() - (await stat(path)).mtimeMs > WORK_DEAD_AFTER_MS)
      await rm(path, { recursive: true, force: true })
  }
}
