import { type Actor, recordAuditEvent } from '#features/audit-log/index.ts'
import type { Services } from '#services.ts'
import type { Storable } from '#storage/storage.ts'
import { storedSize } from '#storage/stored-size.ts'
import type { Album } from '../store/album-tracks.ts'
import { updateAlbum } from '../store/albums.ts'
import { findAnyCurrentAlbum } from '../store/one-album.ts'
import { insertCover, removeCover, storageNameOfAnyCover } from '../store/covers.ts'
import { newCoverName } from './add-albums.ts'
import { albumToChange } from './change-album.ts'
import { changeArchive } from './change-archive.ts'
import { removeUnused } from './unused-files.ts'

type Needs = Pick<Services, 'db' | 'storage' | 'events' | 'now' | 'log'>

/**
 * Gives an album another cover with a new name. The caller has checked that `image` is an image.
 * @throws Refused `notFound`
 */
export async function replaceCover(
  services: Needs,
  actor: Actor,
  title: string,
  image: Storable,
): Promise<Album> {
  const { db, storage, now } = services
  const { coverName: formerName = null } = (await findAnyCurrentAlbum(db, title)) ?? {}
  const formerSize = await storedSize(
    storage,
    formerName === null ? null : await storageNameOfAnyCover(db, formerName),
  )
  const files = await storage.save('covers', [image])
  const [storageName = ''] = files
  const sizeBytes = await storedSize(storage, storageName)
  try {
    return await changeArchive(services, async (trx) => {
      const album = await albumToChange(trx, title)
      const coverName = newCoverName()
      await insertCover(trx, coverName, storageName, now().toISOString())
      const after = await updateAlbum(trx, db.kind, album, { coverName })
      if (album.coverName !== null) {
        const replaced = await storageNameOfAnyCover(trx, album.coverName)
        if (replaced !== undefined) files.push(replaced)
        await removeCover(trx, album.coverName)
      }
      await recordAuditEvent(trx, actor, now(), {
        action: 'album.cover',
        target: album.id,
        before: {
          coverName: album.coverName,
          // `formerSize` is left out when another admin has replaced the cover since it was read.
          ...(album.coverName === formerName && { sizeBytes: formerSize }),
        },
        after: { coverName, title: album.title, sizeBytes },
      })
      return after
    })
  } finally {
    // Removes the file that no row refers to now: the old image, or after a failure the new one.
    await removeUnused(services, files)
  }
}
