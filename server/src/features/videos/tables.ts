import type { VideoFormat } from '#audio-probe/video-formats.ts'

export interface VideosTables {
  videos: {
    id: string
    title: string
    /** Empty when there is none. */
    description: string
    /** A day: yyyy-MM-dd. */
    uploadDate: string
    /** Under which it is streamed. */
    fileName: string
    storageName: string
    format: VideoFormat
    sizeBytes: number
    /** Null when the file does not tell. */
    durationSeconds: number | null
    width: number
    height: number
    /** In its address; null together with the next. */
    thumbnailName: string | null
    thumbnailStorageName: string | null
    /** How often an image was sought in the video itself. */
    posterTries: number
    createdAt: string
  }
}

declare module '#database/schema.ts' {
  interface Schema extends VideosTables {}
}
