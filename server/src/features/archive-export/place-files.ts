import { constants, copyFile, lstat, stat, statfs } from 'node:fs/promises'
import type { Services } from '#services.ts'
import { undefinedIfMissing } from '#storage/disk/missing.ts'
import { stageAt } from '#storage/disk/staged-file.ts'
import { syncPath } from '#storage/disk/sync-path.ts'
import { diskFull } from './cannot-export.ts'
import { shareBytes } from './share-bytes.ts'

const CHUNK_BYTES = 1024 * 1024

/** Copies or links stored files into the folder of the export. It never changes the originals. */
export interface FilePlacer {
  /** The path of a stored file on the local disk; undefined with S3, or when the file is missing. */
  localPath(storageName: string): Promise<string | undefined>
  /**
   * Creates a file at `path` with the bytes of a stored file, and syncs it to the disk. With `isOwn` the file is a
   * clone or a copy, so the caller may change it. Otherwise it may be a hard link.
   * @returns the size in bytes; undefined when the storage has no such file
   * @throws CannotExport when the disk is full
   */
  place(storageName: string, path: string, options: { isOwn: boolean }): Promise<number | undefined>
}

interface PlacerOptions {
  root: string
  /** Whether hard links are avoided, so that a change of an exported file never changes the archive. */
  copies: boolean
  stop: AbortSignal | undefined
}

export async function openFilePlacer(
  { storage, config }: Pick<Services, 'storage' | 'config'>,
  { root, copies, stop }: PlacerOptions,
): Promise<FilePlacer> {
  const unshared = new Set<number>()
  const isBesideArchive = (await stat(root)).dev === (await stat(config.dataFolder)).dev
  const reservedBytes = isBesideArchive ? config.reservedDiskBytes : 0

  async function requireSpace(sizeBytes: number): Promise<void> {
    const { bavail, bsize } = await statfs(root)
    if (bavail * bsize < sizeBytes + reservedBytes) throw diskFull(root)
  }

  async function localPath(storageName: string): Promise<string | undefined> {
    const path = storage.pathOf?.(storageName)
    if (path === undefined) return undefined
    const info = await lstat(path).catch(undefinedIfMissing)
    return info?.isFile() === true ? path : undefined
  }

  async function copyOnDisk(original: string, path: string, isOwn: boolean): Promise<number> {
    const { size } = await stat(original)
    if (!(await shareBytes(original, path, !isOwn && !copies, unshared))) {
      await requireSpace(size)
      await copyFile(original, path, constants.COPYFILE_EXCL)
    }
    await syncPath(path)
    return size
  }

  async function download(storageName: string, path: string): Promise<number | undefined> {
    const stored = await storage.open(storageName)
    if (stored === undefined) return undefined
    try {
      const { sizeBytes } = stored
      await requireSpace(sizeBytes)
      const copy = await stageAt(path)
      try {
        for (let position = 0; position < sizeBytes;) {
          stop?.throwIfAborted()
          const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, sizeBytes - position))
          const length = await stored.read(chunk, position)
          if (length === 0) break
          await copy.write(chunk.subarray(0, length))
          position += length
        }
        await copy.finish()
      } catch (error) {
        await copy.discard()
        throw error
      }
      return copy.sizeBytes
    } finally {
      stored.close()
    }
  }

  return {
    localPath,
    place: async (storageName, path, { isOwn }) => {
      if (storage.pathOf === undefined) return download(storageName, path)
      const original = await localPath(storageName)
      return original === undefined ? undefined : copyOnDisk(original, path, isOwn)
    },
  }
}
