import { videoNotFound } from '@tonarchiv/contract/videos'
import { type Actor, recordAuditEvent } from '#features/audit-log/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import * as store from './store.ts'
import { removeUnused } from './cleanup.ts'

type Needs = Pick<Services, 'db' | 'storage' | 'events' | 'now' | 'log'>

/**
 * Deletes a video. Its files are removed after the row, and then its streams are ended.
 * @throws Refused `videoNotFound`
 */
export async function deleteVideo(services: Needs, actor: Actor, id: string): Promise<void> {
  const { db, events, now } = services
  const { storageName, thumbnailStorageName } = await db.transaction().execute(async (trx) => {
    const video = await store.findVideo(trx, id)
    // Of two concurrent deletions, the second one finds no row.
    if (video === undefined || !(await store.deleteVideoRow(trx, id))) throw new Refused(videoNotFound)
    await recordAuditEvent(trx, actor, now(), {
      action: 'video.delete',
      target: id,
      before: { title: video.title },
    })
    return video
  })
  await removeUnused(services, [
    storageName,
    ...(thumbnailStorageName === null ? [] : [thumbnailStorageName]),
  ])
  events.emit('videosChanged', { removedFiles: [storageName] })
}
