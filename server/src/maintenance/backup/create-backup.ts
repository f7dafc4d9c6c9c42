import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { type DatabaseChoice, openDatabase } from '#database/open.ts'
import type { MovableStorage, StoredEntry } from '#storage/storage.ts'
import { type BackupDestination, readText, writeText } from './backup-destination.ts'
import { appliedMigrations, dumpDatabase } from '../database/database-copy.ts'
import { hashed, chunksOf, chunksOfPath } from '../hashed-bytes.ts'
import {
  type Generation,
  generationsOf,
  type Manifest,
  mediaPath,
  type MediaEntry,
  pathsOf,
  readMediaList,
  writeMediaList,
} from './manifest.ts'
import { canBeRegenerated, keyOfEntry, namedFiles } from '../named-files.ts'
import { pruneBackups } from './prune-backups.ts'
import { revocationsIn } from './renew-copy.ts'
import { addRevocations } from './revocation-list.ts'
import { faultOfSqliteFile } from '../database/sqlite-file.ts'

const WORK_START = 'backup-'
/** Longer than any backup takes to write its copy of the database. */
const WORK_DEAD_AFTER_MS = 24 * 60 * 60 * 1000

/** The archive to copy. */
export interface Source {
  dataFolder: string
  database: DatabaseChoice
  storage: MovableStorage
}

export interface BackupReport {
  id: string
  manifest: Manifest
  /** Files that no earlier backup contains. */
  newFiles: number
  newBytes: number
  removedBackups: number
}

export interface BackupOptions {
  keptDays: number
  now?: () => Date
  onFile?: (files: number) => void
  /** Aborts between two files; files that were sent are reused by the next backup. */
  stop?: AbortSignal
}

/**
 * Copies the archive while it is in use: first the media, then a consistent copy of the database, then the
 * media that were added in the meantime. So every file that the copied rows refer to is included, although
 * files are deleted while this runs. Media of earlier backups are not sent again.
 */
export async function createBackup(
  source: Source,
  destination: BackupDestination,
  { keptDays, now = () => new Date(), onFile = () => {}, stop }: BackupOptions,
): Promise<BackupReport> {
  const earlier = await generationsOf(destination)
  const copied = await copyMediaFiles(source.storage, destination, earlier, (files) => {
    stop?.throwIfAborted()
    onFile(files)
  })
  await copied.copyNew()
  // In the data folder, not in the system's temporary folder, which may be small or in memory.
  await removeLeftWork(source.dataFolder)
  const workFolder = await mkdtemp(join(source.dataFolder, WORK_START))
  try {
    const file = join(workFolder, 'database.sqlite')
    await dumpDatabase(source.database, file)
    const fault = faultOfSqliteFile(file)
    if (fault !== undefined) throw new Error(`The copy of the database cannot be used: ${fault}`)
    await copied.copyNew()
    const { missing, applied } = await readCopy(file, copied.media)
    await addRevocations(destination, [...revocationsIn(file).values()], now())

    const madeAt = now().toISOString()
    const id = madeAt.replaceAll(':', '-')
    const paths = pathsOf(id)
    const original = hashed(chunksOfPath(file))
    await destination.write(paths.database, Readable.from(original.bytes).pipe(createGzip({ level: 4 })))
    const list = writeMediaList(copied.media)
    await writeText(destination, paths.media, list)
    const secret = await readFile(join(source.dataFolder, 'secret'), 'utf8').catch(() => undefined)
    if (secret !== undefined) await writeText(destination, paths.secret, secret)
    const manifest: Manifest = {
      format: 1,
      madeAt,
      database: { from: source.database.kind, ...original.digest(), migrations: applied },
      media: {
        files: copied.media.size,
        bytes: copied.media.values().reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
        sha256: createHash('sha256').update(list).digest('hex'),
        missing,
      },
      hasSecret: secret !== undefined,
    }
    await writeText(destination, paths.manifest, `${JSON.stringify(manifest, undefined, 2)}\n`)
    const removedBackups = await pruneBackups(destination, keptDays)
    return { id, manifest, ...copied.sent(), removedBackups }
  } finally {
    await rm(workFolder, { recursive: true, force: true })
  }
}

/** Removes the files that a killed backup has left. */
async function removeLeftWork(dataFolder: string): Promise<void> {
  for (const name of await readdir(dataFolder)) {
    if (!name.startsWith(WORK_START)) continue
    const path = join(dataFolder, name)
    if (Date.now() - (await stat(path)).mtimeMs > WORK_DEAD_AFTER_MS)
      await rm(path, { recursive: true, force: true })
  }
}

interface Copied {
  /** The media of the new backup. */
  media: Map<string, MediaEntry>
  copyNew(): Promise<void>
  sent(): { newFiles: number; newBytes: number }
}

async function copyMediaFiles(
  storage: MovableStorage,
  destination: BackupDestination,
  earlier: readonly Generation[],
  onFile: (files: number) => void,
): Promise<Copied> {
  const copied = new Map<string, MediaEntry>()
  for (const { id } of earlier.toReversed()) {
    const list = await readText(destination, pathsOf(id).media)
    for (const [name, line] of readMediaList(list ?? '')) copied.set(name, line)
  }
  const present = new Map<string, number>()
  for await (const { path, sizeBytes } of destination.list('media')) present.set(path, sizeBytes)
  const media = new Map<string, MediaEntry>()
  let newFiles = 0
  let newBytes = 0

  async function copy(entry: StoredEntry, key: string): Promise<void> {
    const file = await storage.open(entry.name, entry.label)
    // Deleted since it was listed.
    if (file === undefined) return
    const { bytes, digest } = hashed(chunksOf(file))
    await destination.write(mediaPath(key), bytes)
    const line = digest()
    media.set(key, line)
    newFiles += 1
    newBytes += line.sizeBytes
  }

  return {
    media,
    sent: () => ({ newFiles, newBytes }),
    copyNew: async () => {
      for await (const entry of storage.entries()) {
        const key = keyOfEntry(entry)
        if (media.has(key) || canBeRegenerated(entry)) continue
        const line = copied.get(key)
        const isThere = line !== undefined && present.get(mediaPath(key)) === line.sizeBytes
        if (isThere && line.sizeBytes === entry.sizeBytes) media.set(key, line)
        else await copy(entry, key)
        onFile(media.size)
      }
    },
  }
}

/** Files that the copied rows refer to but that were not found, and the migrations of the copy. */
async function readCopy(
  file: string,
  media: ReadonlyMap<string, MediaEntry>,
): Promise<{ missing: string[]; applied: string[] }> {
  const db = openDatabase({ kind: 'sqlite', path: file }, () => {})
  try {
    const missing: string[] = []
    for await (const { name } of namedFiles(db, db)) if (!media.has(name)) missing.push(name)
    return { missing, applied: await appliedMigrations(db) }
  } finally {
    await db.destroy()
  }
}
