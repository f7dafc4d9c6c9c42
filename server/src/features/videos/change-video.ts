import { type updateVideo, type Video, videoNotFound } from '@tonarchiv/contract/videos'
import type { BodyOf } from '@tonarchiv/contract/route'
import type { Executor } from '#database/prepared.ts'
import { type Actor, recordAuditEvent } from '#features/audit-log/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import type { Storable } from '#storage/storage.ts'
import { storedSize } from '#storage/stored-size.ts'
import { newThumbnailName } from './add-video.ts'
import { removeUnused } from './cleanup.ts'
import * as store from './store.ts'
import { toWire } from './to-wire.ts'

type Needs = Pick<Services, 'db' | 'storage' | 'events' | 'now' | 'log'>

/**
 * Changes the given fields of a video. Fields that are undefined stay unchanged.
 * @throws Refused `videoNotFound`
 */
export async function changeVideo(
  { db, events, now }: Needs,
  actor: Actor,
  id: string,
  changes: BodyOf<typeof updateVideo>,
): Promise<Video> {
  const after = await db.transaction().execute(async (trx) => {
    const before = await videoToChange(trx, id)
    const row: store.VideoRow = {
      ...before,
      title: changes.title ?? before.title,
      description: changes.description ?? before.description,
      uploadDate: changes.upload_date ?? before.uploadDate,
    }
    await store.updateVideoText(trx, row)
    await recordAuditEvent(trx, actor, now(), {
      action: 'video.update',
      target: id,
      before: noteOf(before),
      after: noteOf(row),
    })
    return row
  })
  events.emit('videosChanged', { removedFiles: [] })
  return toWire(after)
}

/**
 * Replaces the thumbnail of a video. The new thumbnail gets a new name. The caller has checked that `image` is an
 * image.
 * @throws Refused `videoNotFound`
 */
export async function replaceThumbnail(
  services: Needs,
  actor: Actor,
  id: string,
  image: Storable,
): Promise<Video> {
  const { db, storage, events, now } = services
  const formerName = (await store.findVideo(db, id))?.thumbnailStorageName
  const formerSize = await storedSize(storage, formerName)
  const files = await storage.save('thumbnails', [image])
  const [thumbnailStorageName = ''] = files
  const sizeBytes = await storedSize(storage, thumbnailStorageName)
  try {
    const after = await db.transaction().execute(async (trx) => {
      const before = await videoToChange(trx, id)
      const row = { ...before, thumbnailName: newThumbnailName(), thumbnailStorageName }
      await store.replaceThumbnail(trx, row)
      if (before.thumbnailStorageName !== null) files.push(before.thumbnailStorageName)
      await recordAuditEvent(trx, actor, now(), {
        action: 'video.thumbnail',
        target: id,
        before: {
          title: before.title,
          thumbnailName: before.thumbnailName,
          // `formerSize` is left out when another admin has replaced the thumbnail since it was read.
          ...(before.thumbnailStorageName === formerName && { sizeBytes: formerSize }),
        },
        after: { title: before.title, thumbnailName: row.thumbnailName, sizeBytes },
      })
      return row
    })
    events.emit('videosChanged', { removedFiles: [] })
    return toWire(after)
  } finally {
    // Removes the file that no row refers to now: the old image, or after a failure the new one.
    await removeUnused(services, files)
  }
}

/** @throws Refused `videoNotFound` */
export async function videoToChange(db: Executor, id: string): Promise<store.VideoRow> {
  const video = await store.findVideo(db, id)
  if (video === undefined) throw new Refused(videoNotFound)
  return video
}

/** The fields of a video that the audit log stores. */
function noteOf({ title, description, uploadDate }: store.VideoRow) {
  return { title, description, uploadDate }
}
