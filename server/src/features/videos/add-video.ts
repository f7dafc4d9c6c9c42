import { randomBytes } from 'node:crypto'
import type { Video } from '@tonarchiv/contract/videos'
import { insertPendingUpload } from '#database/pending-uploads.ts'
import type { Executor } from '#database/prepared.ts'
import { newId } from '#platform/ids.ts'
import { type Actor, operator, recordAuditEvent } from '#features/audit-log/index.ts'
import type { VideoInfo } from '#audio-probe/info/video-info.ts'
import type { Services } from '#services.ts'
import type { Storable } from '#storage/storage.ts'
import * as store from './store.ts'
import { removeUnused } from './cleanup.ts'
import { toWire } from './to-wire.ts'

export interface NewVideo {
  /** Id and date of the video in the archive that it was exported from. The id must not be in use. */
  id?: string | undefined
  createdAt?: string | undefined
  title: string
  description: string
  /** yyyy-MM-dd. */
  uploadDate: string
  /** A file that was recognised as a video, with its metadata. */
  videoFile: { item: Storable; info: Extract<VideoInfo, { kind: 'video' }> }
  /** A file that was recognised as an image. */
  thumbnail?: Storable | undefined
}

type Needs = Pick<Services, 'db' | 'storage' | 'events' | 'now' | 'log'>

/**
 * Adds a video: its files are stored first, then its row is inserted together with the audit event. `alongside` inserts
 * rows of the caller in the same transaction.
 */
export async function addVideo(
  services: Needs,
  actor: Actor,
  video: NewVideo,
  alongside?: (trx: Executor, id: string) => Promise<void>,
): Promise<Video> {
  const { db, storage, events, now } = services
  const { item, info } = video.videoFile
  const stored: string[] = []
  try {
    const [storageName = ''] = await storage.save('videos', [item])
    stored.push(storageName)
    const [thumbnailStorageName = null] =
      video.thumbnail === undefined ? [] : await storage.save('thumbnails', [video.thumbnail])
    if (thumbnailStorageName !== null) stored.push(thumbnailStorageName)
    const row: store.VideoRow = {
      id: video.id ?? newId(),
      title: video.title,
      description: video.description,
      uploadDate: video.uploadDate,
      fileName: `${randomBytes(12).toString('hex')}.${info.format}`,
      storageName,
      format: info.format,
      sizeBytes: info.sizeBytes,
      durationSeconds: info.durationSeconds,
      width: info.width,
      height: info.height,
      thumbnailName: thumbnailStorageName === null ? null : newThumbnailName(),
      thumbnailStorageName,
      posterTries: 0,
      createdAt: video.createdAt ?? now().toISOString(),
    }
    const upload = await db.transaction().execute(async (trx) => {
      await store.insertVideo(trx, row)
      await recordAuditEvent(trx, actor, now(), {
        action: 'video.add',
        target: row.id,
        after: { title: row.title },
      })
      await alongside?.(trx, row.id)
      if (actor.id === operator.id) return undefined
      return insertPendingUpload(trx, { userId: actor.id, kind: 'video', ids: [row.id] }, now())
    })
    events.emit('videosChanged', { removedFiles: [] })
    if (upload !== undefined) events.emit('uploaded', upload)
    return toWire(row)
  } catch (error) {
    await removeUnused(services, stored)
    throw error
  }
}

/** Returns a new name, which each image gets, so that browsers may cache it for ever. */
export function newThumbnailName(): string {
  return randomBytes(12).toString('hex')
}
