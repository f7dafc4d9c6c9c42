import { eachOf } from '#storage/each-of.ts'
import { nameOfKey } from '#storage/names.ts'
import { StorageUnavailable } from '#storage/storage-unavailable.ts'
import type { MovableStorage } from '#storage/storage.ts'
import type { BackupDestination } from '../backup/destination/backup-destination.ts'
import { isDatabaseWhole } from '../backup/find-backups.ts'
import { countManifests, generationFolders, generationsOf, mediaListOf, pathsOf } from '../backup/manifest.ts'
import { ContentDiffers, contentPath, namedPath, openMediaContents } from '../backup/media-contents.ts'
import { chunksOf, digestOfBytes } from '../hashed-bytes.ts'
import type { MediaDigest } from '../stored-hashes.ts'

/** The result of verifying the backups in a destination. */
export interface BackupFindings {
  backups: number
  /** Number of media contents. A content that several backups share counts once. */
  files: number
  bytes: number
  /** Paths in the destination whose file is missing or has other bytes than were written. */
  broken: string[]
  /** Number of broken files that were stored again from the archive. */
  mended: number
}

interface BackupsOptions {
  /** The archive from which broken media are stored again, if it has exactly their bytes. */
  mendFrom?: MovableStorage | undefined
  onFile?: (done: number, inAll: number) => void
}

/** Reads all files in a destination of backups and compares them with the hashes in the manifests and lists. */
export async function verifyBackups(
  destination: BackupDestination,
  { mendFrom, onFile = () => {} }: BackupsOptions = {},
): Promise<BackupFindings> {
  const folders = await generationFolders(destination)
  const generations = await generationsOf(destination, folders)
  const readable = new Set(generations.map(({ id }) => id))
  const broken = folders
    .entries()
    .filter(([id, files]) => files.includes('manifest.json') && !readable.has(id))
    .map(([id]) => pathsOf(id).manifest)
    .toArray()
  const media = new Map<string, ListedContent>()
  for (const generation of generations) {
    if (!(await isDatabaseWhole(destination, generation))) broken.push(pathsOf(generation.id).database)
    const list = await mediaListOf(destination, generation)
    if (list === undefined) broken.push(pathsOf(generation.id).media)
    for (const [key, digest] of list ?? []) {
      const content = media.get(digest.sha256)
      if (content === undefined) media.set(digest.sha256, { digest, keys: new Set([key]) })
      else content.keys.add(key)
    }
  }
  const brokenMedia: ListedContent[] = []
  let done = 0
  await eachOf(media.values(), async (content) => {
    if (!(await isWhole(destination, content))) brokenMedia.push(content)
    done += 1
    onFile(done, media.size)
  })
  const mended = mendFrom === undefined ? 0 : await mend(destination, mendFrom, brokenMedia)
  return {
    backups: countManifests(folders),
    files: media.size,
    bytes: media.values().reduce((sum, { digest }) => sum + digest.sizeBytes, 0),
    broken: [...broken, ...brokenMedia.map(({ digest }) => contentPath(digest.sha256))],
    mended,
  }
}

/** A content that backups list, and the keys of the files that have it. */
interface ListedContent {
  digest: MediaDigest
  keys: Set<string>
}

/** Whether a content is undamaged under its hash, and under the names where format 1 has stored it. */
async function isWhole(destination: BackupDestination, { digest, keys }: ListedContent): Promise<boolean> {
  for (const path of [contentPath(digest.sha256), ...[...keys].map(namedPath)]) {
    const bytes = await destination.read(path)
    if (bytes === undefined) continue
    const found = await digestOfBytes(bytes).catch((error: unknown) => {
      if (error instanceof StorageUnavailable) throw error
      return undefined
    })
    if (found?.sha256 === digest.sha256) return true
  }
  return false
}

async function mend(
  destination: BackupDestination,
  storage: MovableStorage,
  broken: readonly ListedContent[],
): Promise<number> {
  const contents = await openMediaContents(destination)
  let mended = 0
  for (const { digest, keys } of broken) {
    for (const key of keys) {
      const entry = nameOfKey(key)
      const file = entry && (await storage.open(entry.name, entry.label))
      if (file === undefined) continue
      try {
        await contents.add(chunksOf(file), digest)
        mended += 1
        break
      } catch (error) {
        // The archive does not have these bytes any more, either.
        if (!(error instanceof ContentDiffers)) throw error
      }
    }
  }
  return mended
}
