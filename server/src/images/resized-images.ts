import type { Storage, StoredFile } from '#storage/storage.ts'
import { resizeImage } from './images.ts'

/** Images for screens, made of an original when they are first wanted, and kept beside it. */
export interface ResizedImages {
  /**
   * An image at most `width` pixels wide or in its own size, without what a camera wrote into the original; who wants
   * the same waits for the same. `nameOf` looks up where the original lies now, `owner` is the account that asks: accounts
   * take turns. Undefined when it is gone or cannot be read. @throws Refused `overloaded`
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
      // What it belongs to may have been deleted meanwhile: then nothing of it stays.
      if ((await nameOf()) !== undefined) return storage.open(storageName, labelOf(width))
      await storage.remove([storageName])
      return undefined
    },
  }
}

async function readWhole(file: StoredFile): Promise<Buffer> {
  try {
    const bytes = Buffer.allocUnsafe(file.sizeBytes)
    const length = await file.read(bytes, 0)
    return bytes.subarray(0, length)
  } finally {
    file.close()
  }
}
