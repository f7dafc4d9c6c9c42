import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Database, type DatabaseChoice, openDatabase } from '#database/open.ts'
import type { Source } from '#maintenance/backup/create-backup.ts'
import { pathOfName } from '#storage/names.ts'
import { openDiskStorage } from '#storage/backends/storage.disk.ts'
import { openS3Storage } from '#storage/backends/storage.s3.ts'
import { s3Client } from '#storage/s3/s3-client.ts'
import type { S3Settings } from '#storage/storage-choice.ts'
import { putDatabaseFile } from './sqlite.ts'

/** A new folder; removed after the test. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-small-'))
  onTestFinished(async () => rm(folder, { recursive: true, force: true }))
  return folder
}

/** An archive without a server: a database on SQLite whose rows name files of random bytes. */
export interface SmallArchive {
  source: Source & { database: DatabaseChoice & { kind: 'sqlite' } }
  db: Database
  /** The bytes of all files as they were stored, by name. */
  originals: ReadonlyMap<string, Buffer>
  /** Stores a file that a row names. */
  add(): Promise<string>
  /** Stores a file of these bytes for a row. */
  addBytes(bytes: Buffer): Promise<string>
  /** Changes the bytes of a file directly on the disk; undefined removes the file. */
  tamper(name: string, change: (bytes: Buffer) => Buffer | undefined): Promise<void>
}

/** `s3`: its media are in this bucket. */
export async function smallArchive(s3?: S3Settings): Promise<SmallArchive> {
  const dataFolder = await newFolder()
  await putDatabaseFile(dataFolder)
  const database = { kind: 'sqlite', path: join(dataFolder, 'archive.sqlite') } as const
  const db = openDatabase(database, () => {})
  const root = join(dataFolder, 'media')
  const openStorage = async () => (s3 === undefined ? openDiskStorage(root) : openS3Storage(root, s3))
  const source = { dataFolder, database, storage: await openStorage() }
  const client = s3 && s3Client(s3)
  const originals = new Map<string, Buffer>()
  onTestFinished(async () => {
    await db.destroy()
    source.storage.close()
    client?.close()
  })

  async function addBytes(bytes: Buffer): Promise<string> {
    const { storage } = source
    const file = await storage.stage()
    await file.write(bytes)
    const [name = ''] = await storage.save('covers', [{ from: 'stage', file }])
    const createdAt = new Date().toISOString()
    await db.insertInto('covers').values({ name: randomUUID(), storageName: name, createdAt }).execute()
    originals.set(name, bytes)
    return name
  }

  return {
    source,
    db,
    originals,
    addBytes,
    add: async () => addBytes(randomBytes(3000)),
    tamper: async (name, change) => {
      const { folder, file } = pathOfName(name)
      const path = join(root, folder, file)
      const original = originals.get(name) ?? Buffer.alloc(0)
      const bytes = change(client === undefined ? await readFile(path) : original)
      if (bytes === undefined) await (client === undefined ? rm(path) : client.remove(name))
      else await (client === undefined ? writeFile(path, bytes) : client.put(name, Uint8Array.from(bytes)))
      // A storage keeps files open for a moment. Every backup gets a new storage, because each one is a process of its
      // own.
      source.storage.close()
      source.storage = await openStorage()
    },
  }
}

/** One changed bit, in the middle. */
export function bitFlipped(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  const middle = Math.floor(copy.length / 2)
  copy[middle] = (copy[middle] ?? 0) ^ 1
  return copy
}
