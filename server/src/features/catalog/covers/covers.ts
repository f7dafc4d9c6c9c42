import { keyRequired, notFound } from '@tonarchiv/contract/refusal'
import type { Caller } from '#access/caller.ts'
import { createResizedImages } from '#images/resized-images.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import type { StoredFile } from '#storage/storage.ts'
import type { ArchiveCache } from '../browse/archive-cache.ts'
import { storageNameOfAnyCover, storageNameOfCover } from '../store/covers.ts'

/** Smaller versions of covers, generated when first requested and stored beside the original. */
export interface Covers {
  /**
   * A cover at most `width` pixels wide, or in its own size without `width`. The original is never sent, because it
   * contains the camera's metadata. `owner` is the requesting account. Admins also get
   * the cover of a closed album.
   * @throws Refused `notFound`, `overloaded`
   */
  open(name: string, width: string | undefined, owner: Pick<Caller, 'id' | 'isAdmin'>): Promise<StoredFile>
  /**
   * Checks that a cover is in the preview, for members without a key.
   * @throws Refused `keyRequired` or `notFound` for a cover outside of the preview
   */
  refuseUnlessInPreview(name: string): Promise<void>
}

export function openCovers({ db, storage }: Pick<Services, 'db' | 'storage'>, cache: ArchiveCache): Covers {
  const resizedImages = createResizedImages(storage)
  return {
    open: async (name, width, owner) => {
      const nameOf = owner.isAdmin ? storageNameOfAnyCover : storageNameOfCover
      const file = await resizedImages.open(async () => nameOf(db, name), width, owner.id)
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
