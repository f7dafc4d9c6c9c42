const SQLITE_UNIQUE = new Set([2067, 1555])
const SQLITE_BUSY = 5
const SQLITE_FULL = 13
/** No room for the file through which its connections find the newest pages. */
const SQLITE_NO_SHARED_ROOM = 4874
/** The disk could not write, read, cut or sync what it was told to. */
const SQLITE_DISK_FAULTS = new Set([266, 522, 778, 1034, 1290, 1546, 1802, 8202, 8458])
const SQLITE_FOREIGN_KEY = 787
/** Connection refused or cut, too many connections, shutting down, starting, statement cancelled. */
const UNAVAILABLE_CODE =
  /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|08\w{3}|53300|57P0[1-3]|57014)$/
/** What the driver says without a code. */
const UNAVAILABLE_MESSAGE =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** A row with the same unique value exists already. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('errcode' in error && typeof error.errcode === 'number') return SQLITE_UNIQUE.has(error.errcode)
  return 'code' in error && error.code === '23505'
}

/** Another process holds the lock of an SQLite file. */
export function isSqliteLocked(error: unknown): boolean {
  return (
    error instanceof Error &&
    'errcode' in error &&
    typeof error.errcode === 'number' &&
    (error.errcode & 0xff) === SQLITE_BUSY
  )
}

/** The disk under the database is full. */
export function isDatabaseFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('errcode' in error && typeof error.errcode === 'number')
    return (error.errcode & 0xff) === SQLITE_FULL || error.errcode === SQLITE_NO_SHARED_ROOM
  return 'code' in error && error.code === '53100'
}

/**
 * The disk under SQLite has failed. What it says from then on is not to be believed: after a failed sync the system
 * forgets what was not written, and the next sync succeeds.
 */
export function isDiskBroken(error: unknown): boolean {
  return (
    error instanceof Error &&
    'errcode' in error &&
    typeof error.errcode === 'number' &&
    SQLITE_DISK_FAULTS.has(error.errcode)
  )
}

/** A text holds what PostgreSQL cannot keep: the letter NUL. SQLite keeps it. */
export function isUnstorableText(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '22021'
}

/** A row that another one was to hang on has gone meanwhile. */
export function isMissingReference(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('errcode' in error && typeof error.errcode === 'number') return error.errcode === SQLITE_FOREIGN_KEY
  return 'code' in error && error.code === '23503'
}

/** PostgreSQL cannot be reached, is just going or coming, or took too long. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return UNAVAILABLE_CODE.test(code) || UNAVAILABLE_MESSAGE.test(error.message)
}
