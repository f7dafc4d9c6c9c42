import { type DestinationStream, pino } from 'pino'
import type { FastifyBaseLogger } from 'fastify'

export type Log = FastifyBaseLogger

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/**
 * Lines are written in batches, when this size is reached or this time has passed. Writing each line on its own was a
 * fifth of the cost of a small call.
 */
const BATCH_BYTES = 8 * 1024
const WRITTEN_AFTER_MS = 250
/** Maximum number of bytes of lines that are buffered when the output does not accept them. */
const BUFFER_MAX_BYTES = 4 * 1024 * 1024

/** A logger that writes JSON lines to the standard output, or to the given destination. */
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

/** The standard output, which all loggers of this process share. */
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
 * Describes an error for the log. The messages of databases and mail servers are left out, because they contain rows
 * and addresses. See docs/security-requirements.md O-02.
 */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const code: unknown = Reflect.get(error, 'code') ?? Reflect.get(error, 'errcode')
  return { type: error.name, code, message: error.message, stack: error.stack }
}
