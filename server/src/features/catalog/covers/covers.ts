import { keyRequired, notFound } from '@tonarchiv/contract/refusal'
import { createResizedImages } from '#images/resized-images.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import type { StoredFile } from '#storage/storage.ts'
import type { ArchiveCache } from '../browse/archive-cache.ts'
import { storageNameOfCover } from '../store/covers.ts'

/** Images for screens, made of a cover's original when they are first wanted, and kept beside it. */
export interface Covers {
  /**
   * A cover at most `width` pixels wide, or in its own size. The original, and what a camera wrote into it, is never
   * given out. `owner` is the account that asks. @throws Refused `notFound`, `overloaded`
   */
  open(name: string, width: string | undefined, owner: string): Promise<StoredFile>
  /** @throws Refused `keyRequired` or `notFound` when a member without a key may not see it */
  refuseUnlessInPreview(name: string): Promise<void>
}

export function openCovers({ db, storage }: Pick<Services, 'db' | 'storage'>, cache: ArchiveCache): Covers {
  const resizedImages = createResizedImages(storage)
  return {
    open: async (name, width, owner) => {
      const file = await resizedImages.open(async () => storageNameOfCover(db, name), width, owner)
      if (file === undefined) throw new Refused(notFound)
      return file
    },
    refuseUnlessInPreview: async (name) => {
      const { coverNames } = await (await cache.fresh()).preview()
      if (coverNames.has(name)) return
      const storageName = await storageNameOfCover(db, name)
      throw new Refused(storageName === undefined ? notFound : keyRequired)
    },
  }
}
