import { rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseChoice } from '#database/open.ts'
import { openDatabase } from '#database/open.ts'
import { openStorage } from '#storage/backends/open-storage.ts'
import type { MovableStorage } from '#storage/storage.ts'
import { openDataFolder } from '#storage/disk/private-files.ts'
import { FolderInUse, lockRehearsals } from '../../database/folder-lock.ts'
import { prepareDatabase } from '../../database/prepare-database.ts'
import { brokenReferences, faultOfSqliteFile } from '../../database/sqlite-file.ts'
import { namedFiles } from '../../named-files.ts'
import type { BackupDestination } from '../destination/backup-destination.ts'
import { CannotRestore } from '../destination/cannot-restore.ts'
import type { Generation } from '../manifest.ts'
import { checkedMediaList } from '../restore-media.ts'
import { chosenGeneration, restoreBackup } from '../restore-backup.ts'

/**
 * Number of copies of the database for which disk space is needed: the restored database, its write-ahead log, and its
 * copy from before a migration.
 */
const DATABASE_COPIES = 3
const MEGABYTE = 1_000_000

export interface RehearsalOptions {
  /** The id of the backup. By default the newest backup is used. */
  id?: string | undefined
  /** Disk space in bytes that must stay free. */
  reservedBytes: number
  onFile?: (done: number, inAll: number) => void
  /** Aborts the rehearsal between two files. */
  stop?: AbortSignal
}

/**
 * The temporary folder. It is removed when a rehearsal ends. If the rehearsal was killed, the next process removes it.
 */
const placeIn = (dataFolder: string) => join(dataFolder, 'rehearsal')

/**
 * Restores a backup into a temporary folder in the data folder, as `restore` does, and opens it as the server does.
 * Each media file is restored and removed again, so that disk space is needed only for the database and the largest
 * file. Neither the archive nor the backups are changed. A backup of PostgreSQL is restored to SQLite as well.
 * @throws CannotRestore, FolderInUse
 */
export async function rehearseRestore(
  backups: BackupDestination,
  dataFolder: string,
  { id, reservedBytes, onFile = () => {}, stop }: RehearsalOptions,
): Promise<Generation> {
  const lock = lockRehearsals(dataFolder)
  const place = placeIn(dataFolder)
  try {
    await rm(place, { recursive: true, force: true })
    const destination = readOnly(backups)
    const generation = await chosenGeneration(destination, id)
    const media = await checkedMediaList(destination, generation)
    await refuseWithoutRoom(dataFolder, generation, media, reservedBytes)
    await openDataFolder(place, { sharesMedia: false })
    const storage = await openStorage({ storage: { kind: 'disk', delivery: 'proxy' }, dataFolder: place })
    const database: DatabaseChoice = { kind: 'sqlite', path: join(place, 'archive.sqlite') }
    await restoreBackup(
      destination,
      { dataFolder: place, database, storage: withoutKeeping(storage) },
      {
        id: generation.id,
        force: false,
        onFile: (done, inAll) => {
          stop?.throwIfAborted()
          onFile(done, inAll)
        },
      },
    )
    const { missing, damaged } = generation.manifest.media
    await checkArchive(place, database, new Set([...media.keys(), ...missing, ...damaged]))
    return generation
  } finally {
    await rm(place, { recursive: true, force: true })
    lock.release()
  }
}

/** Removes the temporary folder of a rehearsal that was killed. */
export async function removeLeftRehearsal(dataFolder: string): Promise<void> {
  try {
    const lock = lockRehearsals(dataFolder)
    try {
      await rm(placeIn(dataFolder), { recursive: true, force: true })
    } finally {
      lock.release()
    }
  } catch (error) {
    // A rehearsal is running. It removes its files itself.
    if (!(error instanceof FolderInUse)) throw error
  }
}

async function refuseWithoutRoom(
  dataFolder: string,
  { manifest }: Generation,
  media: ReadonlyMap<string, { sizeBytes: number }>,
  reservedBytes: number,
): Promise<void> {
  const largestBytes = media.values().reduce((most, { sizeBytes }) => Math.max(most, sizeBytes), 0)
  const neededBytes = DATABASE_COPIES * manifest.database.sizeBytes + largestBytes
  const { bavail, bsize } = await statfs(dataFolder)
  const freeBytes = Math.max(0, bavail * bsize - reservedBytes)
  if (neededBytes <= freeBytes) return
  const [needed, free] = [neededBytes, freeBytes].map((bytes) => Math.ceil(bytes / MEGABYTE))
  throw new CannotRestore(
    `There is no room to rehearse a restore: it needs ${needed} MB in ${dataFolder}, and ${free} MB are free beside RESERVED_DISK_MB.`,
  )
}

/** Opens the restored archive as a start of the server does, and checks that every file exists that a row names. */
async function checkArchive(
  dataFolder: string,
  database: DatabaseChoice & { kind: 'sqlite' },
  known: ReadonlySet<string>,
): Promise<void> {
  const { db, lock } = await prepareDatabase(
    { dataFolder, database, findBackup: async () => undefined },
    () => openDatabase(database, () => {}),
    { info: () => {} },
  )
  try {
    for await (const { by, name } of namedFiles(db))
      if (!known.has(name)) throw new CannotRestore(`The backup has no file ${name}, which ${by} names.`)
  } finally {
    await db.destroy()
    lock.release()
  }
  const fault = faultOfSqliteFile(database.path)
  if (fault !== undefined) throw new CannotRestore(`The restored database cannot be used: ${fault}.`)
  const broken = brokenReferences(database.path)
  if (broken > 0) throw new CannotRestore(`${broken} references of the restored database lead nowhere.`)
}

/** A storage that stores each file as a restore does, and removes the file again. */
function withoutKeeping(storage: MovableStorage): MovableStorage {
  return {
    ...storage,
    open: async () => undefined,
    saveAs: async (entry, file) => {
      await storage.saveAs(entry, file)
      await storage.remove([entry.name])
    },
  }
}

function readOnly(destination: BackupDestination): BackupDestination {
  const refuse = async () => {
    throw new Error('A rehearsal does not change backups')
  }
  return { ...destination, write: refuse, remove: refuse, clearUnfinished: refuse }
}
