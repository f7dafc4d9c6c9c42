import { type getThumbnail, type streamVideo, videoNotFound } from '@tonarchiv/contract/videos'
import type { FastifyReply } from 'fastify'
import type { Call } from '#http/bind.ts'
import type { RunningStreams } from '#http/running-streams.ts'
import { sendBytes } from '#http/send-bytes.ts'
import { smallerPictures } from '#images/smaller-pictures.ts'
import { VIDEO_MIME_TYPE_OF } from '#media/video-formats.ts'
import { Refused } from '#refused.ts'
import type { Services } from '#services.ts'
import type { StoredFile } from '#storage/storage.ts'
import * as store from './store.ts'

/** Sends a video as tracks are sent; whoever watches one that is deleted is cut off. */
export function videoSender(
  { db, storage, announcements }: Pick<Services, 'db' | 'storage' | 'announcements'>,
  streams: RunningStreams,
): (call: Call<typeof streamVideo>) => Promise<FastifyReply> {
  announcements.listen('videosChanged', ({ removedFiles }) => streams.cut(removedFiles))

  return async ({ caller, params, request, reply }) => {
    const video = await store.fileOfVideo(db, params.file)
    if (video === undefined) throw new Refused(videoNotFound)
    const { storageName, format } = video
    const stream = {
      file: storageName,
      response: reply.raw,
      askedAt: performance.now() - reply.elapsedTime,
    }
    const leave = request.method === 'HEAD' ? () => {} : streams.enter(caller, stream)
    try {
      const file = await storage.open(storageName)
      if (file === undefined) throw new Refused(videoNotFound)
      return await sendBytes(request, reply, {
        file,
        contentType: VIDEO_MIME_TYPE_OF[format],
        // A file's name in the storage is new with each file.
        etag: `"${storageName.slice(-16)}"`,
        cacheControl: 'private',
      })
    } finally {
      leave()
    }
  }
}

/** Sends a video's picture; its name changes with the picture, so a browser need never ask for it again. */
export function thumbnailSender({
  db,
  storage,
}: Pick<Services, 'db' | 'storage'>): (call: Call<typeof getThumbnail>) => Promise<FastifyReply> {
  const pictures = smallerPictures(storage)

  async function open(name: string, width: string | undefined): Promise<StoredFile> {
    const storageName = await store.findThumbnail(db, name)
    if (storageName === undefined) throw new Refused(videoNotFound)
    const present = await pictures.find(storageName, width)
    if (present !== undefined) return present
    const file = await pictures.make(storageName, width)
    // The video may have been deleted meanwhile: then nothing of its picture stays.
    const isThere = (await store.findThumbnail(db, name)) !== undefined
    if (isThere && file !== undefined) return file
    file?.close()
    if (!isThere) await storage.remove([storageName])
    throw new Refused(videoNotFound)
  }

  return async ({ params: { name }, query: { w }, request, reply }) =>
    sendBytes(request, reply, {
      file: await open(name, w),
      contentType: 'image/webp',
      etag: `"${name}-${w ?? 'whole'}"`,
      cacheControl: 'private, max-age=31536000, immutable',
    })
}
