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
  /** All files that rows name and that the backup can restore. */
  files: Map<string, MediaDigest>
  /** Files that are missing in the archive, and files whose bytes have changed since they were stored. */
  missing: string[]
  damaged: string[]
}

/** Copies the media of an archive into a destination. */
export interface MediaCopier {
  /** Copies all files that were added since the last call. */
  copyNew(): Promise<void>
  /** Which of the files that rows name were copied, and which are missing or damaged. */
  resultFor(named: ReadonlySet<string>): Promise<CopiedMedia>
  /** Deletes the recorded hashes of files that no row names any more. */
  dropUnnamed(named: ReadonlySet<string>): Promise<void>
  sent(): { newFiles: number; newBytes: number }
}

interface Sides {
  storage: MovableStorage
  hashes: StoredHashes
  contents: MediaContents
  /** The media that the backups of the destination list. If `isWhole` is false, some lists could not be read. */
  listed: ListedMedia
  /** Reads the sizes of files from the rows of the archive, by name. */
  readSizes: () => Promise<ReadonlyMap<string, number>>
  /** Called with the number of files. It throws to stop the copying. */
  onFile: (files: number) => void
}

/** The error when a file of the archive cannot be read, although the storage is available. */
class Unreadable extends Error {
  constructor(cause: unknown) {
    super('it cannot be read', { cause })
    this.name = 'Unreadable'
  }
}

/**
 * Makes the copier. A file is read if the destination lacks its content, or if it has changed its stamp since it was
 * last read. Its bytes must have the hash that the database has recorded for it, or else the hash in the oldest backup.
 * If they have another hash, the file is damaged and not copied. If no hash is known, the bytes that are read first are
 * accepted, provided that they have the size in the row.
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

  /** Sends a file. Returns false when the file was deleted since it was listed. @throws ContentDiffers, Unreadable */
  async function send({ name, label }: ListedEntry, expected: MediaDigest): Promise<boolean> {
    const file = await storage.open(name, label)
    if (file === undefined) return false
    await contents.add(readable(chunksOf(file)), expected)
    newFiles += 1
    newBytes += expected.sizeBytes
    return true
  }

  /** The hash of a file. Undefined when the file was deleted since it was listed. @throws Unreadable */
  async function digestOf({ name, label }: ListedEntry): Promise<MediaDigest | undefined> {
    const file = await storage.open(name, label)
    return file && digestOfBytes(readable(chunksOf(file)))
  }

  /** Reads a file, checks its hash and copies it if needed. @throws ContentDiffers, Unreadable */
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

  /** Uses the content in the destination for a file that is damaged or missing in the archive. */
  async function useEarlier(key: string): Promise<void> {
    const expected = expectedOf(key)
    if (expected === undefined) return
    // Records the hash of the undamaged file. Otherwise `verify` would record the hash of the damaged file and report
    // no damage.
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
   * Removes the file that format 1 stored under this name, if all contents that backups list for the name are also
   * stored by their hash.
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

/** The variants of these files that have a recorded hash and cannot be generated again. */
function variantsOf(named: ReadonlySet<string>, keys: Iterable<string>): string[] {
  return [...keys].filter((key) => {
    const entry = nameOfKey(key)
    return entry?.label !== undefined && named.has(entry.name) && !canBeRegenerated(entry)
  })
}

/** Converts read errors of the source. @throws Unreadable, StorageUnavailable */
async function* readable(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* source
  } catch (error) {
    throw error instanceof StorageUnavailable ? error : new Unreadable(error)
  }
}
