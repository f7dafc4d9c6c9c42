import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { VideoFormat } from './video-formats.ts'

/** See docs/security-requirements.md U-04. */
const TIME_LIMIT_MS = 20_000
const CPU_LIMIT_SECONDS = 20
const MEMORY_LIMIT_KILOBYTES = 2 * 1024 * 1024
const PICTURE_MAX_BYTES = 16 * 1024 * 1024
const WIDTH = 1280

/** The demuxer that ffmpeg may use: only ones that do not follow references to other files or hosts. */
const DEMUXER_OF: Record<VideoFormat, string> = { mp4: 'mov', mov: 'mov', webm: 'matroska' }

const BOUNDS = ['-nostdin', '-v', 'error', '-threads', '1', '-protocol_whitelist', 'file,pipe']
const SHAPE = ['-map', '0:v:0', '-frames:v', '1', '-vf', `scale=w='min(${WIDTH},iw)':h=-2`]
const OUTPUT = [...SHAPE, '-c:v', 'mjpeg', '-q:v', '3', '-f', 'image2pipe', 'pipe:1']

/** ffmpeg is not installed, or cannot be started. */
export class NoFfmpeg extends Error {}

/**
 * A frame of a video as JPEG, at most 1280 pixels wide; undefined when ffmpeg finds none. ffmpeg runs as a
 * separate process without input, environment or access to other files, with limits of time and memory.
 * @throws NoFfmpeg
 */
export async function posterFrame(
  ffmpeg: string,
  video: { path: string; format: VideoFormat; atSeconds: number },
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  const input = [
    '-ss',
    video.atSeconds.toFixed(3),
    '-f',
    DEMUXER_OF[video.format],
    '-i',
    `file:${video.path}`,
  ]
  const parameters = [...BOUNDS, ...input, ...OUTPUT]
  const limited =
    process.platform === 'win32'
      ? { program: ffmpeg, parameters }
      : {
          program: '/bin/sh',
          // 127 is also the exit code of a shell when there is no such program.
          parameters: [
            '-c',
            `ulimit -v ${MEMORY_LIMIT_KILOBYTES}; ulimit -t ${CPU_LIMIT_SECONDS}; exec "$0" "$@"`,
            ffmpeg,
            ...parameters,
          ],
        }
  const child = spawn(limited.program, limited.parameters, {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: process.env['PATH'] ?? '' },
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT_MS)]),
    killSignal: 'SIGKILL',
  })
  const ended: Promise<unknown[]> = once(child, 'close')
  const pieces: Buffer[] = []
  let sizeBytes = 0
  child.stdout.on('data', (piece: Buffer) => {
    pieces.push(piece)
    sizeBytes += piece.length
    if (sizeBytes > PICTURE_MAX_BYTES) child.kill('SIGKILL')
  })
  try {
    const [code] = await ended
    if (code === NOT_FOUND || code === NOT_ALLOWED) throw new NoFfmpeg()
    return code === 0 && sizeBytes > 0 ? Buffer.concat(pieces) : undefined
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw new NoFfmpeg()
    if (error instanceof NoFfmpeg || signal.aborted) throw error
    return undefined
  }
}

/** The exit code of a shell for a missing program. */
const NOT_FOUND = 127
const NOT_ALLOWED = 126
