import { type getThumbnail, type streamVideo, videoNotFound } from '@tonarchiv/contract/videos'
import type { FastifyReply } from 'fastify'
import { seenBy } from '#access/seen-by.ts'
import type { Call } from '#http/bind.ts'
import type { RunningStreams } from '#http/delivery/running-streams.ts'
import { sendBytes } from '#http/delivery/send-bytes.ts'
import { sendStream } from '#http/delivery/send-stream.ts'
import { createResizedImages } from '#images/resized-images.ts'
import { VIDEO_MIME_TYPE_OF } from '#audio-probe/video-formats.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import * as store from './store.ts'

/** Sends a video in the same way as a track. The streams of a video end when it is deleted. */
export function videoSender(
  services: Pick<Services, 'db' | 'storage'>,
  streams: RunningStreams,
): (call: Call<typeof streamVideo>) => Promise<FastifyReply> {
  return async ({ caller, params, request, reply }) => {
    const video = await store.fileOfVideo(seenBy(services, caller).db, params.file)
    if (video === undefined) throw new Refused(videoNotFound)
    return sendVideoFile(services, streams, { caller, request, reply }, video)
  }
}

/** Sends the file of a video as a stream. */
export async function sendVideoFile(
  { storage }: Pick<Services, 'storage'>,
  streams: Pick<RunningStreams, 'enter'>,
  exchange: Parameters<typeof sendStream>[2],
  { storageName, format }: Pick<store.VideoRow, 'storageName' | 'format'>,
): Promise<FastifyReply> {
  const contentType = VIDEO_MIME_TYPE_OF[format]
  return sendStream(streams, storage, exchange, { storageName, contentType, missing: videoNotFound })
}

/** Sends a video's thumbnail; its name changes with the image, so browsers may cache it for ever. */
export function thumbnailSender(
  services: Pick<Services, 'db' | 'storage'>,
): (call: Call<typeof getThumbnail>) => Promise<FastifyReply> {
  const resizedImages = createResizedImages(services.storage)

  return async ({ caller, params: { name }, query: { w }, request, reply }) => {
    const { db } = seenBy(services, caller)
    const file = await resizedImages.open(async () => store.findThumbnail(db, name), w, caller.id)
    if (file === undefined) throw new Refused(videoNotFound)
    return sendBytes(request, reply, {
      file,
      contentType: 'image/webp',
      etag: `"${name}-${w ?? 'whole'}"`,
      cacheControl: 'private, max-age=31536000, immutable',
    })
  }
}
