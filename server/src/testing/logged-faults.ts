import { type Log, type LogLevel, logTo } from '#platform/log.ts'

/** Maximum number of lines that are kept. */
const LINES_MAX = 100

export interface LoggedFaults {
  log: Log
  /** The line that was logged for a failed request; undefined when there is none. */
  causeOf: (requestId: string) => string | undefined
}

/** A log that keeps the last errors besides printing the lines of `level`, so that a failed call can show its cause. */
export function keepFaults(level: LogLevel): LoggedFaults {
  const faults: string[] = []
  const write = (line: string) => {
    if (line.includes('"reqId"')) faults.push(line)
    if (faults.length > LINES_MAX) faults.shift()
    if (level !== 'silent') process.stdout.write(line)
  }
  return {
    log: logTo(level === 'silent' ? 'error' : level, { write }),
    causeOf: (requestId) => faults.find((line) => line.includes('"err"') && line.includes(requestId)),
  }
}
