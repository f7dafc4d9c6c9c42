import { getThumbnail, streamVideo, type Video } from '@tonarchiv/contract/videos'
import { urlOf } from '@tonarchiv/contract/route'
import type { VideoRow } from './store.ts'

/** Converts a video to its shape in the API. */
export function toWire(row: VideoRow): Video {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    upload_date: row.uploadDate,
    duration: row.durationSeconds,
    file_size: row.sizeBytes,
    file_path: `/static/videos/${row.fileName}`,
    url: urlOf(streamVideo, { params: { file: row.fileName } }),
    thumbnailUrl:
      row.thumbnailName === null ? null : urlOf(getThumbnail, { params: { name: row.thumbnailName } }),
    width: row.width,
    height: row.height,
    createdAt: row.createdAt,
  }
}
