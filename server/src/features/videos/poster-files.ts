import { link, rm } from 'node:fs/promises'
import { checkImage } from '#images/images.ts'
import type { Services } from '#services.ts'
import type { StagedFile } from '#storage/storage.ts'
import { newThumbnailName } from './add-video.ts'
import { removeUnused } from './cleanup.ts'
import * as store from './store.ts'

/** Stores an image as the thumbnail of a video that has none. */
export async function storePoster(
  services: Pick<Services, 'db' | 'storage' | 'events' | 'log'>,
  videoId: string,
  image: Buffer,
): Promise<void> {
  const { db, storage, events } = services
  if ((await checkImage(image, { decode: true })) !== 'image') return
  const file = await storage.stage()
  const stored: string[] = []
  try {
    await file.write(image)
    const [thumbnailStorageName = ''] = await storage.save('thumbnails', [{ from: 'stage', file }])
    stored.push(thumbnailStorageName)
    const thumbnail = { thumbnailName: newThumbnailName(), thumbnailStorageName }
    if (await store.setThumbnail(db, videoId, thumbnail)) events.emit('videosChanged', { removedFiles: [] })
  } finally {
    await file.discard()
    // Removes the image if the video was deleted, or got another thumbnail in the meantime.
    await removeUnused(services, stored)
  }
}

/** Makes a hard link to a video, at a path of its own. Undefined where the file system has no hard links. */
export async function linkAside(storage: Services['storage'], path: string): Promise<StagedFile | undefined> {
  const stage = await storage.stage()
  try {
    await stage.finish()
    await rm(stage.path)
    await link(path, stage.path)
    return stage
  } catch {
    await stage.discard()
    return undefined
  }
}
