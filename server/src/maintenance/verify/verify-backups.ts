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

/** What was found when the backups of a place were read. */
export interface BackupFindings {
  backups: number
  /** Media that the backups share, each content once. */
  files: number
  bytes: number
  /** Paths in the place that are missing or have other bytes than were written. */
  broken: string[]
  /** How many of them were stored again from the archive. */
  mended: number
}

interface BackupsOptions {
  /** Stores broken media again, if the archive has exactly their bytes. */
  mendFrom?: MovableStorage | undefined
  onFile?: (done: number, inAll: number) => void
}

/** Reads everything in a place of backups and compares it with the hashes in the manifests and lists. */
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

/** Bytes that backups list, and the files that have them. */
interface ListedContent {
  digest: MediaDigest
  keys: Set<string>
}

/** Also looks at the names under which format 1 stored them. */
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
        // The archive has lost these bytes, too.
        if (!(error instanceof ContentDiffers)) throw error
      }
    }
  }
  return mended
}
