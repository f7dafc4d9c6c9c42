import type { MediaDigest } from '../stored-hashes.ts'
import { digestOfBytes, hashed } from '../hashed-bytes.ts'
import type { BackupDestination } from './destination/backup-destination.ts'

/** The error when bytes are not those that were once stored. */
export class ContentDiffers extends Error {
  constructor() {
    super('its content has another hash')
    this.name = 'ContentDiffers'
  }
}

/** The path of a content, which is made from its hash. All backups and all files with these bytes share it. */
export function contentPath(sha256: string): string {
  return `content/${sha256.slice(0, 2)}/${sha256}`
}

/** The path at which backups of format 1 contain a file or variant. It is made from the name of the file. */
export function namedPath(name: string): string {
  const [area = '', file = ''] = name.split('/')
  return `media/${area}/${file.slice(0, 2)}/${file}`
}

/**
 * Passes bytes through and checks their hash. @throws ContentDiffers after the last byte, so that a destination does
 * not store other bytes
 */
export async function* verified(
  source: AsyncIterable<Uint8Array>,
  { sha256 }: Pick<MediaDigest, 'sha256'>,
): AsyncGenerator<Uint8Array> {
  const { bytes, digest } = hashed(source)
  yield* bytes
  if (digest().sha256 !== sha256) throw new ContentDiffers()
}

/** The media contents in a destination, in both formats. */
export interface MediaContents {
  has(digest: MediaDigest): boolean
  /**
   * Stores bytes under their hash.
   * @throws ContentDiffers when the bytes do not have this hash; nothing is stored then
   */
  add(source: AsyncIterable<Uint8Array>, digest: MediaDigest): Promise<void>
  /**
   * Copies a file that format 1 stored under a name to the path of its hash.
   * @returns false when there is no file of this name with this hash
   */
  addFromName(name: string, digest: MediaDigest): Promise<boolean>
  /** Whether the destination still contains all of these contents. It lists the destination again. */
  haveStayed(digests: Iterable<MediaDigest>): Promise<boolean>
  /** Whether a backup of format 1 has stored a file under this name. */
  hasName(name: string): boolean
  /** Removes the file that a backup of format 1 has stored under this name. */
  removeName(name: string): Promise<void>
}

export async function openMediaContents(destination: BackupDestination): Promise<MediaContents> {
  const sizes = await sizesIn(destination)

  const has = ({ sha256, sizeBytes }: MediaDigest) => sizes.get(contentPath(sha256)) === sizeBytes
  const add = async (source: AsyncIterable<Uint8Array>, digest: MediaDigest) => {
    const path = contentPath(digest.sha256)
    await destination.write(path, verified(source, digest))
    sizes.set(path, digest.sizeBytes)
  }
  return {
    has,
    add,
    addFromName: async (name, digest) => {
      const path = namedPath(name)
      if (sizes.get(path) !== digest.sizeBytes) return false
      const source = await destination.read(path)
      // The hash is checked before the copy. So a file with other bytes returns false, and only errors of the
      // destination throw.
      if (source === undefined || (await digestOfBytes(source)).sha256 !== digest.sha256) return false
      const again = await destination.read(path)
      if (again === undefined) return false
      await add(again, digest)
      return true
    },
    haveStayed: async (digests) => {
      const present = new Set<string>()
      for await (const { path } of destination.list('content')) present.add(path)
      return Iterator.from(digests).every(({ sha256 }) => present.has(contentPath(sha256)))
    },
    hasName: (name) => sizes.has(namedPath(name)),
    removeName: async (name) => {
      await destination.remove(namedPath(name))
      sizes.delete(namedPath(name))
    },
  }
}

/** The sizes of all stored bytes, by path. */
export async function sizesIn(destination: BackupDestination): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  for (const folder of ['content', 'media'])
    for await (const { path, sizeBytes } of destination.list(folder)) sizes.set(path, sizeBytes)
  return sizes
}
