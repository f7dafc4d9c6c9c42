import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** ffmpeg is not installed, or cannot be started. */
export class NoFfmpeg extends Error {}

/** The exit codes of a shell for a program that is missing, or that must not be run. */
const NOT_FOUND = 127
const NOT_ALLOWED = 126
const MEMORY_LIMIT_KILOBYTES = 2 * 1024 * 1024
/** The unit of `ulimit -f`. In some shells the unit is twice as large, and so is the limit then. */
const BLOCK_BYTES = 512

/** See docs/security-requirements.md U-04. */
const BOUNDS = ['-nostdin', '-v', 'error', '-threads', '1', '-protocol_whitelist', 'file,pipe']

export interface FfmpegLimits {
  /** Limit of the elapsed time and of the processor time. */
  seconds: number
  /** Maximum number of bytes that ffmpeg may print; it is killed when it prints more. */
  printedBytes: number
  /** Maximum number of bytes of a file that ffmpeg may write. */
  fileBytes: number
}

/**
 * Runs ffmpeg: see `streamFfmpeg`.
 * @returns what it printed; undefined when it failed or exceeded a limit
 * @throws NoFfmpeg, and the reason of the signal
 */
export async function runFfmpeg(
  ffmpeg: string,
  parameters: readonly string[],
  limits: FfmpegLimits,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  const pieces: Buffer[] = []
  const keep = async (piece: Buffer) => void pieces.push(piece)
  const isDone = await streamFfmpeg({ ffmpeg, parameters, limits, signal }, keep)
  return isDone ? Buffer.concat(pieces) : undefined
}

/** A run of ffmpeg. */
export interface FfmpegRun {
  ffmpeg: string
  parameters: readonly string[]
  limits: FfmpegLimits
  signal: AbortSignal
}

/**
 * Runs ffmpeg as a process of its own with low priority, and with limits of time, memory and output. It gets no input
 * and no environment, and may open only the local files that its parameters name. `take` gets the output in chunks;
 * ffmpeg waits until it resolves.
 * @returns whether it succeeded, within its limits
 * @throws NoFfmpeg, the reason of the signal, and what `take` throws
 */
export async function streamFfmpeg(
  { ffmpeg, parameters, limits: { seconds, printedBytes, fileBytes }, signal }: FfmpegRun,
  take: (piece: Buffer) => Promise<void>,
): Promise<boolean> {
  const all = [...BOUNDS, ...parameters]
  const limits = `ulimit -v ${MEMORY_LIMIT_KILOBYTES}; ulimit -t ${seconds}; ulimit -f ${Math.ceil(fileBytes / BLOCK_BYTES)}`
  const limited =
    process.platform === 'win32'
      ? { program: ffmpeg, parameters: all }
      : {
          program: '/bin/sh',
          parameters: ['-c', `${limits}; exec nice -n 10 "$0" "$@"`, ffmpeg, ...all],
        }
  const child = spawn(limited.program, limited.parameters, {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: process.env['PATH'] ?? '' },
    signal: AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)]),
    killSignal: 'SIGKILL',
  })
  const ended: Promise<unknown[]> = once(child, 'close')
  ended.catch(() => undefined)
  let printed = 0
  try {
    for await (const piece of child.stdout) {
      const bytes: Buffer = piece
      printed += bytes.length
      if (printed > printedBytes) child.kill('SIGKILL')
      else await take(bytes)
    }
    const [code] = await ended
    if (code === NOT_FOUND || code === NOT_ALLOWED) throw new NoFfmpeg()
    return code === 0
  } catch (error) {
    child.kill('SIGKILL')
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw new NoFfmpeg()
    if (signal.aborted || !isAbort(error)) throw error
    return false
  }
}

/** Whether the error comes from the time limit. */
function isAbort(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError')
}
