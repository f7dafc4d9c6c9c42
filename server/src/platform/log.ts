import { type DestinationStream, pino } from 'pino'
import type { FastifyBaseLogger } from 'fastify'

export type Log = FastifyBaseLogger

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Lines are written together: by size, or after so long. Writing each for itself took a fifth of a small call. */
const BATCH_BYTES = 8 * 1024
const WRITTEN_AFTER_MS = 250
/** Where nobody takes the lines, no more than this is kept of them. */
const BUFFER_MAX_BYTES = 4 * 1024 * 1024

/** Log lines as JSON, on the standard output unless another place is given. */
export function logTo(level: LogLevel, destination: DestinationStream = standardOutput()): Log {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: { err: describeError },
  }
  return pino(options, destination)
}

let output: ReturnType<typeof pino.destination> | undefined

/** One for the whole process. */
function standardOutput(): DestinationStream {
  output ??= bufferedOutput()
  return output
}

function bufferedOutput() {
  const output = pino.destination({
    dest: 1,
    sync: false,
    minLength: BATCH_BYTES,
    maxLength: BUFFER_MAX_BYTES,
  })
  setInterval(() => output.flush(), WRITTEN_AFTER_MS).unref()
  process.once('exit', () => output.flushSync())
  return output
}

/**
 * Databases and mail servers hang rows and addresses on their errors; those stay out of the log.
 * See docs/security-requirements.md O-02.
 */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const code: unknown = Reflect.get(error, 'code') ?? Reflect.get(error, 'errcode')
  return { type: error.name, code, message: error.message, stack: error.stack }
}
