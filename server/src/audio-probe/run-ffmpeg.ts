import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** ffmpeg is not installed, or cannot be started. */
export class NoFfmpeg extends Error {}

/** The exit codes of a shell for a program that is missing, or that must not be run. */
const NOT_FOUND = 127
const NOT_ALLOWED = 126
const MEMORY_LIMIT_KILOBYTES = 2 * 1024 * 1024
/** The unit of a shell's limit; in some shells it is twice as large. */
const BLOCK_BYTES = 512

/** See docs/security-requirements.md U-04. */
const BOUNDS = ['-nostdin', '-v', 'error', '-threads', '1', '-protocol_whitelist', 'file,pipe']

export interface FfmpegLimits {
  /** Of the clock and of the processor. */
  seconds: number
  /** Bytes that it may print; their program ends with more. */
  printedBytes: number
  /** Bytes of a file that it writes. */
  fileBytes: number
}

/**
 * Runs ffmpeg as a process of its own with low priority, without input and environment, with limits of time,
 * memory and output, and allowed to open only local files by the names in its parameters.
 * @returns what it printed; undefined when it failed or exceeded a limit
 * @throws NoFfmpeg, and the reason of the signal
 */
export async function runFfmpeg(
  ffmpeg: string,
  parameters: readonly string[],
  { seconds, printedBytes, fileBytes }: FfmpegLimits,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
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
  const pieces: Buffer[] = []
  let sizeBytes = 0
  child.stdout.on('data', (piece: Buffer) => {
    pieces.push(piece)
    sizeBytes += piece.length
    if (sizeBytes > printedBytes) child.kill('SIGKILL')
  })
  try {
    const [code] = await ended
    if (code === NOT_FOUND || code === NOT_ALLOWED) throw new NoFfmpeg()
    return code === 0 ? Buffer.concat(pieces) : undefined
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw new NoFfmpeg()
    if (error instanceof NoFfmpeg || signal.aborted) throw error
    return undefined
  }
}
