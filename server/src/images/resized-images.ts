import type { Storage, StoredFile } from '#storage/storage.ts'
import { resizeImage } from './images.ts'

/** Smaller versions of stored images. They are made when first requested and stored beside the original. */
export interface ResizedImages {
  /**
   * Opens an image at most `width` pixels wide, or in its own size, without metadata. Concurrent requests for the same
   * image share one job. `nameOf` looks up the storage name of the original. `owner` is the requesting account; jobs of
   * different accounts alternate. Undefined when the original is missing or cannot be decoded.
   * @throws Refused `overloaded`
   */
  open(
    nameOf: () => Promise<string | undefined>,
    width: string | undefined,
    owner: string,
  ): Promise<StoredFile | undefined>
}

export function createResizedImages(storage: Storage): ResizedImages {
  const resizing = new Map<string, Promise<void>>()
  const labelOf = (width: string | undefined) => (width === undefined ? 'whole' : `w${width}`)

  async function draw(storageName: string, width: string | undefined, owner: string): Promise<void> {
    const original = await storage.open(storageName)
    if (original === undefined) return
    const bytes = await readWhole(original)
    const image = await resizeImage(bytes, width === undefined ? undefined : Number(width), owner)
    if (image !== undefined) await storage.saveVariant(storageName, labelOf(width), image)
  }

  async function make(storageName: string, width: string | undefined, owner: string): Promise<void> {
    const key = `${storageName}-${labelOf(width)}`
    let made = resizing.get(key)
    if (made === undefined) {
      made = draw(storageName, width, owner).finally(() => resizing.delete(key))
      resizing.set(key, made)
    }
    await made
  }

  return {
    open: async (nameOf, width, owner) => {
      const storageName = await nameOf()
      if (storageName === undefined) return undefined
      const present = await storage.open(storageName, labelOf(width))
      if (present !== undefined) return present
      await make(storageName, width, owner)
      // The row of the original may have been deleted in the meantime. Then the new version is removed again.
      if ((await nameOf()) !== undefined) return storage.open(storageName, labelOf(width))
      await storage.remove([storageName])
      return undefined
    },
  }
}

/** Reads all bytes of a file, and closes it. */
export async function readWhole(file: StoredFile): Promise<Buffer> {
  try {
    const bytes = Buffer.allocUnsafe(file.sizeBytes)
    const length = await file.read(bytes, 0)
    return bytes.subarray(0, length)
  } finally {
    file.close()
  }
}
