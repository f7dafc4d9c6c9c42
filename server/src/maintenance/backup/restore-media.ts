import { createHash } from 'node:crypto'
import { nameOfKey } from '#storage/names.ts'
import type { MovableStorage } from '#storage/storage.ts'
import { type BackupDestination, readText } from './backup-destination.ts'
import { CannotRestore } from './cannot-restore.ts'
import { hashed, digestOfBytes, chunksOf } from '../hashed-bytes.ts'
import { type Generation, mediaPath, type MediaEntry, pathsOf, readMediaList } from './manifest.ts'

/**
 * The media list of a backup, after checking that all files exist with the listed sizes.
 * @throws CannotRestore
 */
export async function checkedMediaList(
  destination: BackupDestination,
  { id, manifest }: Generation,
): Promise<Map<string, MediaEntry>> {
  const list = await readText(destination, pathsOf(id).media)
  if (list === undefined || createHash('sha256').update(list).digest('hex') !== manifest.media.sha256)
    throw new CannotRestore(
      `The list of media of ${id} is missing or damaged. Take another backup by --backup ID.`,
    )
  const media = readMediaList(list)
  const present = new Map<string, number>()
  for await (const { path, sizeBytes } of destination.list('media')) present.set(path, sizeBytes)
  const lacking = [...media].filter(([name, { sizeBytes }]) => present.get(mediaPath(name)) !== sizeBytes)
  if (lacking.length > 0) {
    throw new CannotRestore(
      `${lacking.length} files of ${id} are missing in the backup or have another size, such as ${mediaPath(lacking[0]?.[0] ?? '')}. Take another backup by --backup ID.`,
    )
  }
  return media
}

/**
 * Adds missing files; names are random, so they do not collide.
 * @returns how many
 */
export async function restoreMedia(
  destination: BackupDestination,
  storage: MovableStorage,
  media: ReadonlyMap<string, MediaEntry>,
  onFile: (done: number, inAll: number) => void,
): Promise<number> {
  let done = 0
  let restored = 0
  for (const [key, line] of media) {
    if (!(await isStored(storage, key, line))) {
      await restoreFile(destination, storage, key, line)
      restored += 1
    }
    done += 1
    onFile(done, media.size)
  }
  return restored
}

async function isStored(storage: MovableStorage, key: string, line: MediaEntry): Promise<boolean> {
  const entry = nameOfKey(key)
  const file = entry && (await storage.open(entry.name, entry.label))
  if (file === undefined) return false
  if (file.sizeBytes === line.sizeBytes) return (await digestOfBytes(chunksOf(file))).sha256 === line.sha256
  file.close()
  return false
}

/**
 * Restores one file of a backup under its storage name.
 * @throws CannotRestore when its hash is not the listed one
 */
export async function restoreFile(
  destination: BackupDestination,
  storage: MovableStorage,
  key: string,
  line: MediaEntry,
): Promise<void> {
  const entry = nameOfKey(key)
  const source = await destination.read(mediaPath(key))
  if (entry === undefined || source === undefined) throw new CannotRestore(`${key} is missing in the backup.`)
  const staged = await storage.stage()
  try {
    const { bytes, digest } = hashed(source)
    for await (const chunk of bytes) await staged.write(chunk)
    if (digest().sha256 !== line.sha256)
      throw new CannotRestore(`${mediaPath(key)} is damaged in the backup.`)
    await storage.saveAs(entry, staged)
  } finally {
    await staged.discard()
  }
}
