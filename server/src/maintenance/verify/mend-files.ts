import type { MovableStorage } from '#storage/storage.ts'
import type { BackupDestination } from '../backup/destination/backup-destination.ts'
import { CannotRestore } from '../backup/destination/cannot-restore.ts'
import { readListedMedia } from '../backup/listed-media.ts'
import { generationFolders, generationsOf } from '../backup/manifest.ts'
import { restoreFile } from '../backup/restore-media.ts'
import type { MediaDigest, StoredHashes } from '../stored-hashes.ts'

interface Needs {
  storage: MovableStorage
  hashes: StoredHashes
  backups: BackupDestination
}

/**
 * Restores lost and damaged files from backups. A file whose hash is recorded gets exactly these bytes. A file without
 * a recorded hash gets those of the oldest backup that fit the size in its row.
 */
export async function mendFiles(
  { storage, hashes, backups }: Needs,
  wanted: ReadonlySet<string>,
  sizes: ReadonlyMap<string, number | null>,
): Promise<{ mended: number; unmended: string[] }> {
  const folders = await generationFolders(backups)
  const listed = await readListedMedia(backups, await generationsOf(backups, folders), folders)
  const unmended: string[] = []
  for (const key of wanted) {
    const candidates = candidatesFor(hashes.get(key), listed.all(key), sizes.get(key) ?? undefined)
    const restored = await restoreFirst(candidates, async (digest) =>
      restoreFile(backups, storage, key, digest),
    )
    if (restored === undefined) unmended.push(key)
    else await hashes.record(key, restored, null)
  }
  await hashes.flush()
  return { mended: wanted.size - unmended.length, unmended }
}

function candidatesFor(
  recorded: MediaDigest | undefined,
  listed: readonly MediaDigest[],
  sizeBytes: number | undefined,
): readonly MediaDigest[] {
  if (recorded !== undefined) return [recorded]
  return listed.filter((digest) => sizeBytes === undefined || digest.sizeBytes === sizeBytes)
}

async function restoreFirst(
  candidates: readonly MediaDigest[],
  restore: (digest: MediaDigest) => Promise<void>,
): Promise<MediaDigest | undefined> {
  for (const digest of candidates) {
    try {
      await restore(digest)
      return digest
    } catch (error) {
      if (!(error instanceof CannotRestore)) throw error
    }
  }
  return undefined
}
