import { runFfmpeg } from './run-ffmpeg.ts'
import type { VideoFormat } from './video-formats.ts'

const PICTURE_MAX_BYTES = 16 * 1024 * 1024
const LIMITS = { seconds: 20, printedBytes: PICTURE_MAX_BYTES, fileBytes: PICTURE_MAX_BYTES }
const WIDTH = 1280

/** The demuxer that ffmpeg may use: only ones that do not follow references to other files or hosts. */
const DEMUXER_OF: Record<VideoFormat, string> = { mp4: 'mov', mov: 'mov', webm: 'matroska' }

const SHAPE = ['-map', '0:v:0', '-frames:v', '1', '-vf', `scale=w='min(${WIDTH},iw)':h=-2`]
const OUTPUT = [...SHAPE, '-c:v', 'mjpeg', '-q:v', '3', '-f', 'image2pipe', 'pipe:1']

/**
 * A frame of a video as JPEG, at most 1280 pixels wide; undefined when ffmpeg finds none.
 * @throws NoFfmpeg
 */
export async function posterFrame(
  ffmpeg: string,
  video: { path: string; format: VideoFormat; atSeconds: number },
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  const demuxer = DEMUXER_OF[video.format]
  const input = ['-ss', video.atSeconds.toFixed(3), '-f', demuxer, '-i', `file:${video.path}`]
  const image = await runFfmpeg(ffmpeg, [...input, ...OUTPUT], LIMITS, signal)
  return image === undefined || image.length === 0 ? undefined : image
}
