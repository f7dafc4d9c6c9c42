import type { Album } from '@tonarchiv/contract/archive'
import { keyRequired, notFound } from '@tonarchiv/contract/refusal'
import { prepared } from '#database/prepared.ts'
import { type Actor, recordAct } from '#features/admin-acts/index.ts'
import { smallerPictures } from '#images/smaller-pictures.ts'
import { Refused } from '#refused.ts'
import type { Services } from '#services.ts'
import type { Keepable, StoredFile } from '#storage/storage.ts'
import { insertCover, newCoverName } from './add-albums.ts'
import type { ArchiveMemory } from './archive-memory.ts'
import { albumToChange } from './change-album.ts'
import { changeArchive } from './change-archive.ts'
import { removeCover, updateAlbum } from './store.ts'
import { toWire } from './to-wire.ts'
import { removeUnused } from './unused-files.ts'

const selectCover = prepared<{ name: string }, { storageName: string }>((db, slot) =>
  db.selectFrom('covers').select('storageName').where('name', '=', slot('name')),
)

/** Pictures for screens, made of a cover's original when they are first wanted, and kept beside it. */
export interface Covers {
  /**
   * A cover at most `width` pixels wide, or in its own size. The original, and what a camera wrote into it, is never
   * given out. @throws Refused `notFound`, `overloaded`
   */
  open(name: string, width: string | undefined): Promise<StoredFile>
  /** @throws Refused `keyRequired` or `notFound` when a member without a key may not see it */
  refuseUnlessInPreview(name: string): Promise<void>
}

export function openCovers({ db, storage }: Pick<Services, 'db' | 'storage'>, memory: ArchiveMemory): Covers {
  const pictures = smallerPictures(storage)
  return {
    open: async (name, width) => {
      const file = await pictures.open(async () => (await selectCover(db, { name }))[0]?.storageName, width)
      if (file === undefined) throw new Refused(notFound)
      return file
    },
    refuseUnlessInPreview: async (name) => {
      const { coverNames } = await (await memory.fresh()).preview()
      if (coverNames.has(name)) return
      const [cover] = await selectCover(db, { name })
      throw new Refused(cover === undefined ? notFound : keyRequired)
    },
  }
}

type Needs = Pick<Services, 'db' | 'storage' | 'announcements' | 'now' | 'log'>

/** Gives an album another cover, under a new name. `picture` is known to be one. @throws Refused `notFound` */
export async function replaceCover(
  services: Needs,
  actor: Actor,
  title: string,
  picture: Keepable,
): Promise<Album> {
  const { db, storage, now } = services
  const files = await storage.keep('covers', [picture])
  const [storageName = ''] = files
  try {
    return await changeArchive(services, async (trx) => {
      const album = await albumToChange(trx, title)
      const coverName = newCoverName()
      await insertCover(trx, coverName, storageName, now().toISOString())
      const after = await updateAlbum(trx, db.kind, album, { coverName })
      if (album.coverName !== null) {
        const [replaced] = await selectCover(trx, { name: album.coverName })
        if (replaced !== undefined) files.push(replaced.storageName)
        await removeCover(trx, album.coverName)
      }
      await recordAct(trx, actor, now(), {
        action: 'album.cover',
        target: album.id,
        before: { coverName: album.coverName },
        after: { coverName, title: album.title },
      })
      return toWire(after)
    })
  } finally {
    // Whichever no row names now: the old picture, or after a failure the new one.
    await removeUnused(services, files)
  }
}
