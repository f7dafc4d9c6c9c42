import { eachOf } from '#storage/each-of.ts'
import { nameOfKey } from '#storage/names.ts'
import { StorageUnavailable } from '#storage/storage-unavailable.ts'
import type { ListedEntry, MovableStorage } from '#storage/storage.ts'
import { chunksOf, digestOfBytes } from '../hashed-bytes.ts'
import { baseOfKey, canBeRegenerated, keyOfEntry } from '../named-files.ts'
import type { MediaDigest, StoredHashes } from '../stored-hashes.ts'
import type { ListedMedia } from './listed-media.ts'
import { ContentDiffers, type MediaContents } from './media-contents.ts'

/** The media of a backup. */
export interface CopiedMedia {
  /** All files that rows name and that can be restored. */
  files: Map<string, MediaDigest>
  /** Files that are missing in the archive, and files whose bytes are not those that were once stored. */
  missing: string[]
  damaged: string[]
}

/** Copies the media of an archive into a destination. */
export interface MediaCopier {
  /** Copies all files that were added since the last call. */
  copyNew(): Promise<void>
  /** What was copied of the files that rows name, and what is wrong with them. */
  resultFor(named: ReadonlySet<string>): Promise<CopiedMedia>
  /** Drops the hashes of files that are gone with their rows. */
  dropUnnamed(named: ReadonlySet<string>): Promise<void>
  sent(): { newFiles: number; newBytes: number }
}

interface Sides {
  storage: MovableStorage
  hashes: StoredHashes
  contents: MediaContents
  /** What the backups of the destination list, none of which is missing here if `isWhole`. */
  listed: ListedMedia
  /** The sizes of files that the rows of the archive hold now, by name. */
  readSizes: () => Promise<ReadonlyMap<string, number>>
  /** Called with the number of files; throws to stop. */
  onFile: (files: number) => void
}

/** A file of the archive cannot be read, for another reason than an unavailable store. */
class Unreadable extends Error {
  constructor(cause: unknown) {
    super('it cannot be read', { cause })
    this.name = 'Unreadable'
  }
}

/**
 * A file is read when the destination lacks its content, or when it looks different from when it was last
 * read. What is read must have the hash that the database has for the file, or else the oldest backup;
 * otherwise the file is damaged and not copied. Where neither has one, the first read decides, if it fits the
 * size in the row.
 */
export function createMediaCopier({
  storage,
  hashes,
  contents,
  listed,
  readSizes,
  onFile,
}: Sides): MediaCopier {
  const copied = new Map<string, MediaDigest>()
  const damaged = new Set<string>()
  const seen = new Set<string>()
  let sizes: ReadonlyMap<string, number> = new Map()
  let newFiles = 0
  let newBytes = 0

  const expectedOf = (key: string): MediaDigest | undefined => hashes.get(key) ?? listed.first(key)

  /** False when the file was deleted since it was listed. @throws ContentDiffers, Unreadable */
  async function send({ name, label }: ListedEntry, expected: MediaDigest): Promise<boolean> {
    const file = await storage.open(name, label)
    if (file === undefined) return false
    await contents.add(readable(chunksOf(file)), expected)
    newFiles += 1
    newBytes += expected.sizeBytes
    return true
  }

  /** Undefined when the file was deleted since it was listed. @throws Unreadable */
  async function digestOf({ name, label }: ListedEntry): Promise<MediaDigest | undefined> {
    const file = await storage.open(name, label)
    return file && digestOfBytes(readable(chunksOf(file)))
  }

  /** @throws ContentDiffers, Unreadable */
  async function readAndCopy(entry: ListedEntry, key: string): Promise<void> {
    const expected = expectedOf(key)
    const digest = expected !== undefined && !contents.has(expected) ? expected : await digestOf(entry)
    if (digest === undefined) return
    if (expected !== undefined && digest.sha256 !== expected.sha256) throw new ContentDiffers()
    if (digest.sizeBytes !== (sizes.get(key) ?? digest.sizeBytes)) throw new ContentDiffers()
    if (!contents.has(digest) && !(await send(entry, digest))) return
    await hashes.record(key, digest, entry.stamp)
    copied.set(key, digest)
    seen.add(key)
  }

  /** Uses the content that the destination has for a file that is damaged or missing in the archive. */
  async function useEarlier(key: string): Promise<void> {
    const expected = expectedOf(key)
    if (expected === undefined) return
    // Without a recorded hash `verify` would record the one of the damaged file, and report no damage.
    if (hashes.get(key) === undefined) await hashes.record(key, expected, null)
    if (contents.has(expected) || (await contents.addFromName(key, expected))) copied.set(key, expected)
  }

  async function copy(entry: ListedEntry, key: string): Promise<void> {
    const known = hashes.get(key)
    if (known !== undefined && known.stamp === entry.stamp && contents.has(known)) {
      copied.set(key, known)
      seen.add(key)
      return
    }
    try {
      await readAndCopy(entry, key)
    } catch (error) {
      if (!(error instanceof ContentDiffers || error instanceof Unreadable)) throw error
      seen.add(key)
      damaged.add(key)
      await useEarlier(key)
    }
  }

  /**
   * Removes the copy that format 1 stored under the name of the file, if all bytes that backups list for this name are
   * stored by their hash, too.
   */
  async function removeNamed(key: string): Promise<void> {
    if (contents.hasName(key) && listed.isWhole && listed.all(key).every((digest) => contents.has(digest)))
      await contents.removeName(key)
  }

  return {
    copyNew: async () => {
      sizes = await readSizes()
      const fresh: { entry: ListedEntry; key: string }[] = []
      for await (const entry of storage.entries()) {
        const key = keyOfEntry(entry)
        if (!seen.has(key) && !canBeRegenerated(entry)) fresh.push({ entry, key })
      }
      await eachOf(fresh, async ({ entry, key }) => {
        await copy(entry, key)
        await removeNamed(key)
        onFile(seen.size)
      })
      await hashes.flush()
    },
    resultFor: async (named) => {
      const missing: string[] = []
      for (const key of [...named, ...variantsOf(named, hashes.keys())]) {
        if (seen.has(key)) continue
        missing.push(key)
        await useEarlier(key)
      }
      await hashes.flush()
      const files = [...copied].filter(([key]) => named.has(baseOfKey(key)))
      return {
        files: new Map(files),
        missing,
        damaged: [...damaged].filter((key) => named.has(baseOfKey(key))),
      }
    },
    dropUnnamed: async (named) => {
      await hashes.drop([...hashes.keys()].filter((key) => !seen.has(key) && !named.has(baseOfKey(key))))
    },
    sent: () => ({ newFiles, newBytes }),
  }
}

/** Recorded variants of these files that cannot be made again. */
function variantsOf(named: ReadonlySet<string>, keys: Iterable<string>): string[] {
  return [...keys].filter((key) => {
    const entry = nameOfKey(key)
    return entry?.label !== undefined && named.has(entry.name) && !canBeRegenerated(entry)
  })
}

/** @throws Unreadable, StorageUnavailable */
async function* readable(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* source
  } catch (error) {
    throw error instanceof StorageUnavailable ? error : new Unreadable(error)
  }
}
