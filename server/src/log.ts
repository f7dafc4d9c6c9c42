import { pino } from 'pino'
import type { LogLevel } from './config.ts'
import type { Log } from './services.ts'

/** Log lines as JSON on the standard output. */
export function logTo(level: LogLevel): Log {
  return pino({ level, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"` })
}
