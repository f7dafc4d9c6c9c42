import type { VideoFormat } from '#audio-probe/video-formats.ts'

export interface VideosTables {
  videos: {
    id: string
    title: string
    /** Empty when there is no description. */
    description: string
    /** A day: yyyy-MM-dd. */
    uploadDate: string
    /** The name under which the file is streamed. */
    fileName: string
    storageName: string
    format: VideoFormat
    sizeBytes: number
    /** Null when the file does not contain its duration. */
    durationSeconds: number | null
    width: number
    height: number
    /** The name in the thumbnail's URL. This and the next column are null without a thumbnail. */
    thumbnailName: string | null
    thumbnailStorageName: string | null
    /** Number of attempts to make a thumbnail from the video. */
    posterTries: number
    createdAt: string
  }
}

declare module '#database/schema.ts' {
  interface Schema extends VideosTables {}
}
