import { keyRequired, notFound } from '@tonarchiv/contract/refusal'
import { smallerPictures } from '#images/smaller-pictures.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import type { StoredFile } from '#storage/storage.ts'
import type { ArchiveMemory } from '../browse/archive-memory.ts'
import { storageNameOfCover } from '../store/covers.ts'

/** Pictures for screens, made of a cover's original when they are first wanted, and kept beside it. */
export interface Covers {
  /**
   * A cover at most `width` pixels wide, or in its own size. The original, and what a camera wrote into it, is never
   * given out. `owner` is the account that asks. @throws Refused `notFound`, `overloaded`
   */
  open(name: string, width: string | undefined, owner: string): Promise<StoredFile>
  /** @throws Refused `keyRequired` or `notFound` when a member without a key may not see it */
  refuseUnlessInPreview(name: string): Promise<void>
}

export function openCovers({ db, storage }: Pick<Services, 'db' | 'storage'>, memory: ArchiveMemory): Covers {
  const pictures = smallerPictures(storage)
  return {
    open: async (name, width, owner) => {
      const file = await pictures.open(async () => storageNameOfCover(db, name), width, owner)
      if (file === undefined) throw new Refused(notFound)
      return file
    },
    refuseUnlessInPreview: async (name) => {
      const { coverNames } = await (await memory.fresh()).preview()
      if (coverNames.has(name)) return
      const storageName = await storageNameOfCover(db, name)
      throw new Refused(storageName === undefined ? notFound : keyRequired)
    },
  }
}
