import { randomBytes } from 'node:crypto'
import type { Video } from '@tonarchiv/contract/videos'
import { newId } from '#platform/ids.ts'
import { type Actor, recordAct } from '#features/audit-log/index.ts'
import type { VideoFacts } from '#audio-probe/video-facts.ts'
import type { Services } from '#services.ts'
import type { Keepable } from '#storage/storage.ts'
import * as store from './store.ts'
import { removeUnused } from './tidy.ts'
import { toWire } from './to-wire.ts'

export interface NewVideo {
  title: string
  description: string
  /** yyyy-MM-dd. */
  uploadDate: string
  /** A file that is known to be a film, and what it says. */
  film: { item: Keepable; facts: Extract<VideoFacts, { kind: 'video' }> }
  /** A file that is known to be a picture. */
  thumbnail?: Keepable | undefined
}

type Needs = Pick<Services, 'db' | 'storage' | 'announcements' | 'now' | 'log'>

/** Adds a video: its files are kept first, then its row comes with the note of the act. */
export async function addVideo(services: Needs, actor: Actor, video: NewVideo): Promise<Video> {
  const { db, storage, announcements, now } = services
  const { item, facts } = video.film
  const kept: string[] = []
  try {
    const [storageName = ''] = await storage.keep('videos', [item])
    kept.push(storageName)
    const [thumbnailStorageName = null] =
      video.thumbnail === undefined ? [] : await storage.keep('thumbnails', [video.thumbnail])
    if (thumbnailStorageName !== null) kept.push(thumbnailStorageName)
    const row: store.VideoRow = {
      id: newId(),
      title: video.title,
      description: video.description,
      uploadDate: video.uploadDate,
      fileName: `${randomBytes(12).toString('hex')}.${facts.format}`,
      storageName,
      format: facts.format,
      sizeBytes: facts.sizeBytes,
      durationSeconds: facts.durationSeconds,
      width: facts.width,
      height: facts.height,
      thumbnailName: thumbnailStorageName === null ? null : newThumbnailName(),
      thumbnailStorageName,
      posterTries: 0,
      createdAt: now().toISOString(),
    }
    await db.transaction().execute(async (trx) => {
      await store.insertVideo(trx, row)
      await recordAct(trx, actor, now(), {
        action: 'video.add',
        target: row.id,
        after: { title: row.title },
      })
    })
    announcements.tell('videosChanged', { removedFiles: [] })
    return toWire(row)
  } catch (error) {
    await removeUnused(services, kept)
    throw error
  }
}

/** New with each picture, so that a browser need never ask for one again. */
export function newThumbnailName(): string {
  return randomBytes(12).toString('hex')
}
