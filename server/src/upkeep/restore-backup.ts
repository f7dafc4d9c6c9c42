import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, link, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type DatabaseChoice, openDatabase } from '#database/open.ts'
import { migrate, migrations } from '#database/migrate.ts'
import { rebuildSearch } from '#features/archive/index.ts'
import { nameOfKey } from '#storage/names.ts'
import type { MovableStorage } from '#storage/storage.ts'
import { type BackupPlace, readText } from './backup-place.ts'
import { loadIntoPostgres, type OnTable } from './database-copy.ts'
import { unpackedDatabase } from './find-backups.ts'
import { lockAlone } from './folder-lock.ts'
import { counted, factsOf, piecesOf, piecesOfPath } from './hashed.ts'
import {
  type Generation,
  generationsOf,
  mediaPath,
  type MediaLine,
  pathsOf,
  readMediaList,
} from './manifest.ts'
import { writeMark } from './prepare-database.ts'
import { brokenReferences, faultOfSqliteFile } from './sqlite-file.ts'

/** A backup cannot be brought back; nothing was changed. The message says why. */
export class CannotRestore extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CannotRestore'
  }
}

/** Where an archive is brought back to. */
export interface Target {
  dataFolder: string
  database: DatabaseChoice
  storage: MovableStorage
}

export interface RestoreWishes {
  /** Which backup; the newest unless said. */
  id?: string | undefined
  /** May take the place of an archive, which is kept aside. */
  force: boolean
  onFile?: (done: number, inAll: number) => void
  onTable?: OnTable
}

export interface RestoreReport {
  generation: Generation
  /** Media that were not there before. */
  newFiles: number
  /** Where the database lies that was there before; undefined when there was none. */
  aside: string | undefined
}

/**
 * Brings an archive back: all is checked, then media are added, and last the database takes its place in one step. Until
 * then, and whatever fails, what was there goes on as it was; run again, it goes on where it ended.
 * @throws CannotRestore, FolderInUse, TargetNotEmpty
 */
export async function restoreBackup(
  place: BackupPlace,
  target: Target,
  { id, force, onFile = () => {}, onTable }: RestoreWishes,
): Promise<RestoreReport> {
  await mkdir(target.dataFolder, { recursive: true, mode: 0o750 })
  const lock = lockAlone(target.dataFolder)
  try {
    const generation = await chosenGeneration(place, id)
    refuseUnlessFree(target, force)
    const media = await checkedMediaList(place, generation)
    const file = join(target.dataFolder, 'restored.sqlite')
    await removeDatabase(file)
    await unpackChecked(place, generation, file)
    const newFiles = await bringMedia(place, target.storage, media, onFile)
    const aside = await putDatabase(file, target, generation.manifest.database.from, onTable)
    await bringSecret(place, generation, target.dataFolder)
    await writeMark(target.dataFolder, target.database.kind)
    return { generation, newFiles, aside }
  } finally {
    lock.release()
  }
}

/**
 * Puts a single database file in the archive's place, such as a copy from before a migration; media stay as they are.
 * @throws CannotRestore, FolderInUse
 */
export async function restoreDatabaseFile(
  original: string,
  target: Pick<Target, 'dataFolder' | 'database'>,
  force: boolean,
): Promise<string | undefined> {
  await mkdir(target.dataFolder, { recursive: true, mode: 0o750 })
  const lock = lockAlone(target.dataFolder)
  try {
    refuseUnlessFree(target, force)
    const file = join(target.dataFolder, 'restored.sqlite')
    await removeDatabase(file)
    await writeWhole(file, piecesOfPath(original))
    refuseFault(original, faultOfFile(file))
    const aside = await putDatabase(file, target, 'sqlite')
    await writeMark(target.dataFolder, target.database.kind)
    return aside
  } finally {
    lock.release()
  }
}

async function chosenGeneration(place: BackupPlace, id: string | undefined): Promise<Generation> {
  const all = await generationsOf(place)
  const chosen = id === undefined ? all[0] : all.find((generation) => generation.id === id)
  if (chosen !== undefined) return chosen
  const known = all.map((generation) => `  ${generation.id}`).join('\n')
  throw new CannotRestore(
    all.length === 0
      ? `There is no backup in ${place.name}.`
      : `There is no backup ${id} in ${place.name}. There are:\n${known}`,
  )
}

function refuseUnlessFree({ database }: Pick<Target, 'database'>, force: boolean): void {
  if (database.kind === 'sqlite' && existsSync(database.path) && !force) {
    throw new CannotRestore(
      `There is an archive already: ${database.path}. With --force it is put aside and the backup takes its place.`,
    )
  }
}

async function checkedMediaList(
  place: BackupPlace,
  { id, manifest }: Generation,
): Promise<Map<string, MediaLine>> {
  const list = await readText(place, pathsOf(id).media)
  if (list === undefined || createHash('sha256').update(list).digest('hex') !== manifest.media.sha256)
    throw new CannotRestore(
      `The list of media of ${id} is missing or damaged. Take another backup by --backup ID.`,
    )
  const media = readMediaList(list)
  const present = new Map<string, number>()
  for await (const { path, sizeBytes } of place.list('media')) present.set(path, sizeBytes)
  const lacking = [...media].filter(([name, { sizeBytes }]) => present.get(mediaPath(name)) !== sizeBytes)
  if (lacking.length > 0) {
    throw new CannotRestore(
      `${lacking.length} files of ${id} are missing in the backup or have another size, such as ${mediaPath(lacking[0]?.[0] ?? '')}. Take another backup by --backup ID.`,
    )
  }
  return media
}

async function unpackChecked(place: BackupPlace, { id, manifest }: Generation, file: string): Promise<void> {
  const unknown = manifest.database.migrations.find((name) => !migrations.some(([known]) => known === name))
  if (unknown !== undefined)
    throw new CannotRestore(`The backup was made by a newer version (${unknown}). Start the newer version.`)
  const packed = await unpackedDatabase(place, id)
  if (packed === undefined) throw new CannotRestore(`The database of ${id} is missing in the backup.`)
  const { bytes, facts } = counted(packed)
  const isWhole = await writeWhole(file, bytes).then(
    () => facts().sha256 === manifest.database.sha256,
    () => false,
  )
  if (!isWhole) {
    await removeDatabase(file)
    throw new CannotRestore(`The database of ${id} is damaged. Take another backup by --backup ID.`)
  }
  refuseFault(id, faultOfFile(file))
}

function faultOfFile(file: string): string | undefined {
  const fault = faultOfSqliteFile(file, { whole: true })
  if (fault !== undefined) return fault
  const broken = brokenReferences(file)
  return broken === 0 ? undefined : `${broken} references lead nowhere`
}

function refuseFault(what: string, fault: string | undefined): void {
  if (fault !== undefined) throw new CannotRestore(`The database of ${what} cannot be used: ${fault}.`)
}

/** Adds files that are not there; their names are random, so none stands in the way of another. @returns how many */
async function bringMedia(
  place: BackupPlace,
  storage: MovableStorage,
  media: ReadonlyMap<string, MediaLine>,
  onFile: (done: number, inAll: number) => void,
): Promise<number> {
  let done = 0
  let brought = 0
  for (const [key, line] of media) {
    if (!(await isStored(storage, key, line))) {
      await bringFile(place, storage, key, line)
      brought += 1
    }
    done += 1
    onFile(done, media.size)
  }
  return brought
}

async function isStored(storage: MovableStorage, key: string, line: MediaLine): Promise<boolean> {
  const entry = nameOfKey(key)
  const file = entry && (await storage.open(entry.name, entry.label))
  if (file === undefined) return false
  if (file.sizeBytes === line.sizeBytes) return (await factsOf(piecesOf(file))).sha256 === line.sha256
  file.close()
  return false
}

/** Puts one file of a backup where its name says. @throws CannotRestore when it is not what it was */
export async function bringFile(
  place: BackupPlace,
  storage: MovableStorage,
  key: string,
  line: MediaLine,
): Promise<void> {
  const entry = nameOfKey(key)
  const source = await place.read(mediaPath(key))
  if (entry === undefined || source === undefined) throw new CannotRestore(`${key} is missing in the backup.`)
  const staged = await storage.stage()
  try {
    const { bytes, facts } = counted(source)
    for await (const piece of bytes) await staged.write(piece)
    if (facts().sha256 !== line.sha256) throw new CannotRestore(`${mediaPath(key)} is damaged in the backup.`)
    await storage.keepAs(entry, staged)
  } finally {
    await staged.discard()
  }
}

/** @returns where the database lies now that was there before */
async function putDatabase(
  file: string,
  { dataFolder, database }: Pick<Target, 'dataFolder' | 'database'>,
  from: DatabaseChoice['kind'],
  onTable?: OnTable,
): Promise<string | undefined> {
  if (database.kind === 'postgres') {
    await loadIntoPostgres(file, database, onTable)
    await removeDatabase(file)
    return undefined
  }
  // A copy of PostgreSQL has no index for the search.
  if (from === 'postgres') await makeSearch(file)
  await foldLog(file)
  const moment = new Date().toISOString().replaceAll(':', '-')
  const aside = existsSync(database.path) ? join(dataFolder, `before-restore-${moment}.sqlite`) : undefined
  if (aside !== undefined) {
    // Then nothing of it is left in its log; of a damaged one the log is kept with it.
    await foldLog(database.path).catch(() => {})
    // It has a second name from now on, and gives up the first only in the last step.
    for (const end of ['', '-wal', '-shm'])
      if (existsSync(database.path + end)) await link(database.path + end, aside + end)
  }
  // A log of the old database must not be taken for one of the new.
  for (const end of ['-wal', '-shm']) await rm(database.path + end, { force: true })
  await rename(file, database.path)
  await syncFolder(dirname(database.path))
  return aside
}

async function makeSearch(file: string): Promise<void> {
  const db = openDatabase({ kind: 'sqlite', path: file }, () => {})
  try {
    await migrate(db)
    await db.transaction().execute(async (trx) => rebuildSearch(trx, 'sqlite'))
  } finally {
    await db.destroy()
  }
}

/** Brings a database into one file that is safe on the disk. */
async function foldLog(file: string): Promise<void> {
  const database = new DatabaseSync(file)
  database.exec('pragma wal_checkpoint(truncate); pragma journal_mode = delete')
  database.close()
  await chmod(file, 0o640)
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Without it accounts would have to connect with other services anew; one that is there stays. */
async function bringSecret(place: BackupPlace, { id }: Generation, dataFolder: string): Promise<void> {
  const path = join(dataFolder, 'secret')
  const source = await place.read(pathsOf(id).secret)
  if (source === undefined) return
  if (existsSync(path)) await rename(path, `${path}.before-restore`)
  await writeWhole(path, source)
  await chmod(path, 0o600)
}

async function writeWhole(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const handle = await open(path, 'w', 0o600)
  try {
    for await (const piece of bytes) await handle.writeFile(piece)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function removeDatabase(file: string): Promise<void> {
  for (const end of ['', '-wal', '-shm', '-journal']) await rm(file + end, { force: true })
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
