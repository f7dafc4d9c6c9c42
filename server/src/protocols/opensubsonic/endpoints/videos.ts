import { notFound } from '@tonarchiv/contract/refusal'
import * as z from 'zod/mini'
import { VIDEO_MIME_TYPE_OF } from '#audio-probe/video-formats.ts'
import { findVideo, videoPage, type VideoRow } from '#features/videos/index.ts'
import { Refused } from '#platform/refused.ts'
import { type Endpoint, endpoint } from '../frame/endpoint.ts'
import { id } from '../frame/parameters.ts'
import { Child } from '../shapes/child.ts'

/** Maximum number of videos in one answer, because the call has no pages. */
const VIDEOS_MAX = 5000

export const videoEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'getVideos',
    parameters: z.object({}),
    answer: z.object({ videos: z.object({ video: z.array(Child) }) }),
    handle: async (_call, { services: { db } }) => ({
      videos: { video: (await videoPage(db, { limit: VIDEOS_MAX, offset: 0 })).map(videoChild) },
    }),
  }),
  endpoint({
    name: 'getVideoInfo',
    parameters: z.object({ id }),
    answer: z.object({ videoInfo: z.object({ id: z.string() }) }),
    handle: async ({ parameters }, { services: { db } }) => {
      const video = await findVideo(db, parameters.id)
      if (video === undefined) throw new Refused(notFound)
      // The archive has no captions, further audio tracks or conversions of videos.
      return { videoInfo: { id: video.id } }
    },
  }),
]

function videoChild(video: VideoRow): Child {
  const { id: videoId, title, format, durationSeconds, thumbnailName } = video
  return {
    id: videoId,
    isDir: false,
    title,
    year: Number(video.uploadDate.slice(0, 4)),
    ...(thumbnailName !== null && { coverArt: thumbnailName }),
    size: video.sizeBytes,
    contentType: VIDEO_MIME_TYPE_OF[format],
    suffix: format,
    ...(durationSeconds !== null && { duration: Math.round(durationSeconds) }),
    isVideo: true,
    originalWidth: video.width,
    originalHeight: video.height,
    created: video.createdAt,
    type: 'video',
  }
}
