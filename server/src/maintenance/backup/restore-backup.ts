import { existsSync } from 'node:fs'
import { open, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { migrations } from '#database/migrate.ts'
import type { DatabaseChoice } from '#database/open.ts'
import type { Revocation } from '#database/revocation.ts'
import { openDataFolder } from '#storage/disk/private-files.ts'
import type { MovableStorage } from '#storage/storage.ts'
import type { BackupDestination } from './destination/backup-destination.ts'
import { CannotRestore } from './destination/cannot-restore.ts'
import type { OnTable } from '../database/dump-database.ts'
import { unpackedDatabase } from './find-backups.ts'
import { lockAlone } from '../database/folder-lock.ts'
import { hashed, chunksOfPath } from '../hashed-bytes.ts'
import { type Generation, generationsOf, pathsOf } from './manifest.ts'
import { writeMark } from '../database/prepare-database.ts'
import { putDatabase, removeDatabase } from '../database/put-database.ts'
import { type Renewed, renewCopy, revocationsIn } from './renew-copy.ts'
import { restoreMedia, checkedMediaList } from './restore-media.ts'
import { addRevocations, readRevocations } from './revocation-list.ts'
import { brokenReferences, faultOfSqliteFile } from '../database/sqlite-file.ts'

/** The archive to which a backup is restored. */
export interface Target {
  dataFolder: string
  database: DatabaseChoice
  storage: MovableStorage
}

export interface RestoreOptions {
  /** The id of the backup. By default the newest backup is used. */
  id?: string | undefined
  /** Replaces an existing archive. Its database is kept under another name. */
  force: boolean
  onFile?: (done: number, inAll: number) => void
  onTable?: OnTable
}

export interface RestoreReport {
  generation: Generation
  /** Number of media files that were added. */
  newFiles: number
  /** Number of files that were missing or damaged in the archive when it was backed up, and that no backup contains. */
  lostFiles: number
  /** The new path of the previous database; undefined when there was none. */
  aside: string | undefined
  renewed: Renewed
}

/**
 * Restores an archive. First everything is checked, then media are added, and last the database is replaced in one
 * step. Until that step the previous archive is unchanged, whatever fails. A second run continues where the first one
 * ended.
 * @throws CannotRestore, FolderInUse, TargetNotEmpty
 */
export async function restoreBackup(
  destination: BackupDestination,
  target: Target,
  { id, force, onFile = () => {}, onTable }: RestoreOptions,
): Promise<RestoreReport> {
  await openDataFolder(target.dataFolder, { sharesMedia: false })
  const lock = lockAlone(target.dataFolder)
  try {
    const generation = await chosenGeneration(destination, id)
    refuseUnlessFree(target, force)
    const media = await checkedMediaList(destination, generation)
    const file = join(target.dataFolder, 'restored.sqlite')
    await removeDatabase(file)
    await unpackChecked(destination, generation, file)
    const newFiles = await restoreMedia(destination, target.storage, media, onFile)
    const revocations = new Map([...(await readRevocations(destination)), ...revocationsOf(target)])
    const renewed = renewCopy(file, new Date(generation.manifest.madeAt), revocations)
    // Keeps revocations that only the previous database contains. The restore does not fail if the destination cannot
    // be written.
    await addRevocations(destination, [...revocations.values()], new Date()).catch(() => undefined)
    const aside = await putDatabase(file, target, generation.manifest.database.from, onTable)
    await restoreSecret(destination, generation, target.dataFolder)
    await writeMark(target.dataFolder, { database: target.database.kind })
    const { missing, damaged } = generation.manifest.media
    const lostFiles = [...missing, ...damaged].filter((name) => !media.has(name)).length
    return { generation, newFiles, lostFiles, aside, renewed }
  } finally {
    lock.release()
  }
}

/**
 * Replaces the database of the archive with a single file, such as a copy from before a migration. Media are not
 * changed.
 * @throws CannotRestore, FolderInUse
 */
export async function restoreDatabaseFile(
  original: string,
  target: Pick<Target, 'dataFolder' | 'database'>,
  force: boolean,
): Promise<Pick<RestoreReport, 'aside' | 'renewed'>> {
  await openDataFolder(target.dataFolder, { sharesMedia: false })
  const lock = lockAlone(target.dataFolder)
  try {
    refuseUnlessFree(target, force)
    const file = join(target.dataFolder, 'restored.sqlite')
    await removeDatabase(file)
    await writeWhole(file, chunksOfPath(original))
    refuseFault(original, faultOfFile(file))
    const renewed = renewCopy(file, (await stat(original)).mtime, revocationsOf(target))
    const aside = await putDatabase(file, target, 'sqlite')
    await writeMark(target.dataFolder, { database: target.database.kind })
    return { aside, renewed }
  } finally {
    lock.release()
  }
}

/**
 * The revocations of the archive that is replaced. There are none with PostgreSQL, because an archive is restored only
 * to an empty PostgreSQL database.
 */
function revocationsOf({ database }: Pick<Target, 'database'>): ReadonlyMap<string, Revocation> {
  return database.kind === 'sqlite' ? revocationsIn(database.path) : new Map()
}

/**
 * Finds the backup with this id, or the newest backup without an id.
 * @throws CannotRestore when there is none
 */
export async function chosenGeneration(
  destination: BackupDestination,
  id: string | undefined,
): Promise<Generation> {
  const all = await generationsOf(destination)
  const chosen = id === undefined ? all[0] : all.find((generation) => generation.id === id)
  if (chosen !== undefined) return chosen
  const list = all.map((generation) => `  ${generation.id}`).join('\n')
  throw new CannotRestore(
    all.length === 0
      ? `There is no backup in ${destination.name}.`
      : `There is no backup ${id} in ${destination.name}. There are:\n${list}`,
  )
}

function refuseUnlessFree({ database }: Pick<Target, 'database'>, force: boolean): void {
  if (database.kind === 'sqlite' && existsSync(database.path) && !force) {
    throw new CannotRestore(
      `There is an archive already: ${database.path}. With --force it is put aside and the backup takes its place.`,
    )
  }
}

async function unpackChecked(
  destination: BackupDestination,
  { id, manifest }: Generation,
  file: string,
): Promise<void> {
  const unknown = manifest.database.migrations.find((name) => !migrations.some(([ours]) => ours === name))
  if (unknown !== undefined)
    throw new CannotRestore(`The backup was made by a newer version (${unknown}). Start the newer version.`)
  const packed = await unpackedDatabase(destination, id)
  if (packed === undefined) throw new CannotRestore(`The database of ${id} is missing in the backup.`)
  const { bytes, digest } = hashed(packed)
  const isWhole = await writeWhole(file, bytes).then(
    () => digest().sha256 === manifest.database.sha256,
    () => false,
  )
  if (!isWhole) {
    await removeDatabase(file)
    throw new CannotRestore(`The database of ${id} is damaged. Take another backup by --backup ID.`)
  }
  refuseFault(id, faultOfFile(file))
}

function faultOfFile(file: string): string | undefined {
  const fault = faultOfSqliteFile(file)
  if (fault !== undefined) return fault
  const broken = brokenReferences(file)
  return broken === 0 ? undefined : `${broken} references lead nowhere`
}

function refuseFault(what: string, fault: string | undefined): void {
  if (fault !== undefined) throw new CannotRestore(`The database of ${what} cannot be used: ${fault}.`)
}

/**
 * Restores the secret of the archive, but keeps an existing one. Without the secret members would have to connect to
 * scrobbling services again.
 */
async function restoreSecret(
  destination: BackupDestination,
  { id }: Generation,
  dataFolder: string,
): Promise<void> {
  const path = join(dataFolder, 'secret')
  const source = await destination.read(pathsOf(id).secret)
  if (source === undefined) return
  if (existsSync(path)) await rename(path, `${path}.before-restore`)
  await writeWhole(path, source)
}

async function writeWhole(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const handle = await open(path, 'w', 0o600)
  try {
    for await (const chunk of bytes) await handle.writeFile(chunk)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
