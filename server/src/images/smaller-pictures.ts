import type { Storage, StoredFile } from '#storage/storage.ts'
import { makeSmaller } from './pictures.ts'

/** Pictures for screens, made of an original when they are first wanted, and kept beside it. */
export interface SmallerPictures {
  /** Undefined when it was not made yet. */
  find(storageName: string, width: string | undefined): Promise<StoredFile | undefined>
  /**
   * Makes it, at most `width` pixels wide or in its own size, without what a camera wrote into the original; who wants
   * the same waits for the same. Undefined when the original is gone or cannot be read. @throws Refused `overloaded`
   */
  make(storageName: string, width: string | undefined): Promise<StoredFile | undefined>
}

export function smallerPictures(storage: Storage): SmallerPictures {
  const making = new Map<string, Promise<void>>()
  const labelOf = (width: string | undefined) => (width === undefined ? 'whole' : `w${width}`)

  async function draw(storageName: string, width: string | undefined): Promise<void> {
    const original = await storage.open(storageName)
    if (original === undefined) return
    const bytes = await readWhole(original)
    const picture = await makeSmaller(bytes, width === undefined ? undefined : Number(width))
    if (picture !== undefined) await storage.keepVariant(storageName, labelOf(width), picture)
  }

  const find: SmallerPictures['find'] = async (storageName, width) =>
    storage.open(storageName, labelOf(width))
  return {
    find,
    make: async (storageName, width) => {
      const key = `${storageName}-${labelOf(width)}`
      let made = making.get(key)
      if (made === undefined) {
        made = draw(storageName, width).finally(() => making.delete(key))
        making.set(key, made)
      }
      await made
      return find(storageName, width)
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
