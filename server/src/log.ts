import { type DestinationStream, pino } from 'pino'
import type { LogLevel } from './config.ts'
import type { Log } from './services.ts'

/** Log lines as JSON, on the standard output unless another place is given. */
export function logTo(level: LogLevel, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: { err: factsOfError },
  }
  return destination === undefined ? pino(options) : pino(options, destination)
}

/** Databases and mail servers hang rows and addresses on their errors; those stay out of the log. security O-02. */
function factsOfError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const code: unknown = Reflect.get(error, 'code') ?? Reflect.get(error, 'errcode')
  return { type: error.name, code, message: error.message, stack: error.stack }
}
