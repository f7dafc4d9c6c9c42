import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { VideoFormat } from './video-formats.ts'

/** See docs/security-requirements.md U-04. */
const TIME_LIMIT_MS = 20_000
const CPU_LIMIT_SECONDS = 20
const MEMORY_LIMIT_KILOBYTES = 2 * 1024 * 1024
const PICTURE_MAX_BYTES = 16 * 1024 * 1024
const WIDTH = 1280

/** Which reader of ffmpeg may look at a file: none that follows what a file says to other files or hosts. */
const DEMUXER_OF: Record<VideoFormat, string> = { mp4: 'mov', mov: 'mov', webm: 'matroska' }

const BOUNDS = ['-nostdin', '-v', 'error', '-threads', '1', '-protocol_whitelist', 'file,pipe']
const SHAPE = ['-map', '0:v:0', '-frames:v', '1', '-vf', `scale=w='min(${WIDTH},iw)':h=-2`]
const OUTPUT = [...SHAPE, '-c:v', 'mjpeg', '-q:v', '3', '-f', 'image2pipe', 'pipe:1']

/** There is no ffmpeg, or it may not be started. */
export class NoFfmpeg extends Error {}

/**
 * A picture out of a video as JPEG, at most 1280 pixels wide; undefined when ffmpeg finds none. Ffmpeg runs as a process
 * of its own without input, environment or way out of this file, with limits of time and memory. @throws NoFfmpeg
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
          // 127 is also what a shell says when there is no such program.
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

/** What a shell answers for programs. */
const NOT_FOUND = 127
const NOT_ALLOWED = 126
