import { nameOfKey } from '#storage/names.ts'
import type { MovableStorage } from '#storage/storage.ts'
import { digestOfBytes, chunksOf } from '../hashed-bytes.ts'
import type { MediaDigest } from '../stored-hashes.ts'
import type { BackupDestination } from './destination/backup-destination.ts'
import { CannotRestore } from './destination/cannot-restore.ts'
import { type Generation, mediaListOf } from './manifest.ts'
import { ContentDiffers, contentPath, namedPath, sizesIn, verified } from './media-contents.ts'

/**
 * Reads the media list of a backup and checks that all files exist with the listed sizes.
 * @throws CannotRestore
 */
export async function checkedMediaList(
  destination: BackupDestination,
  generation: Generation,
): Promise<Map<string, MediaDigest>> {
  const { id } = generation
  const media = await mediaListOf(destination, generation)
  if (media === undefined)
    throw new CannotRestore(
      `The list of media of ${id} is missing or damaged. Take another backup by --backup ID.`,
    )
  const sizes = await sizesIn(destination)
  const lacking = [...media].filter(
    ([name, { sha256, sizeBytes }]) =>
      sizes.get(contentPath(sha256)) !== sizeBytes && sizes.get(namedPath(name)) !== sizeBytes,
  )
  const [first] = lacking
  if (first === undefined) return media
  throw new CannotRestore(
    `${lacking.length} files of ${id} are missing in the backup or have another size, such as ${first[0]} (${contentPath(first[1].sha256)}). Take another backup by --backup ID.`,
  )
}

/**
 * Adds the missing media files. Their names are random, so they do not collide with other files.
 * @returns the number of added files
 */
export async function restoreMedia(
  destination: BackupDestination,
  storage: MovableStorage,
  media: ReadonlyMap<string, MediaDigest>,
  onFile: (done: number, inAll: number) => void,
): Promise<number> {
  let done = 0
  let restored = 0
  for (const [key, digest] of media) {
    if (!(await isStored(storage, key, digest))) {
      await restoreFile(destination, storage, key, digest)
      restored += 1
    }
    done += 1
    onFile(done, media.size)
  }
  return restored
}

async function isStored(storage: MovableStorage, key: string, digest: MediaDigest): Promise<boolean> {
  const entry = nameOfKey(key)
  const file = entry && (await storage.open(entry.name, entry.label))
  if (file === undefined) return false
  if (file.sizeBytes === digest.sizeBytes)
    return (await digestOfBytes(chunksOf(file))).sha256 === digest.sha256
  file.close()
  return false
}

/**
 * Restores one file of a backup under its storage name, with exactly these bytes.
 * @throws CannotRestore when the destination does not have these bytes
 */
export async function restoreFile(
  destination: BackupDestination,
  storage: MovableStorage,
  key: string,
  digest: MediaDigest,
): Promise<void> {
  const entry = nameOfKey(key)
  const paths = [contentPath(digest.sha256), namedPath(key)]
  let isDamaged = false
  for (const path of paths) {
    const source = await destination.read(path)
    if (entry === undefined || source === undefined) continue
    const staged = await storage.stage()
    try {
      for await (const chunk of verified(source, digest)) await staged.write(chunk)
      await storage.saveAs(entry, staged)
      return
    } catch (error) {
      if (!(error instanceof ContentDiffers)) throw error
      isDamaged = true
    } finally {
      await staged.discard()
    }
  }
  throw new CannotRestore(
    isDamaged
      ? `${key} is damaged in the backup (${paths[0]}). Take another backup by --backup ID.`
      : `${key} is missing in the backup.`,
  )
}
