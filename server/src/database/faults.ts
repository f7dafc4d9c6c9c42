const SQLITE_UNIQUE = new Set([2067, 1555])
const SQLITE_BUSY = 5
const SQLITE_FULL = 13
/** SQLITE_IOERR_SHMSIZE: the disk has no space for the shared-memory file of the write-ahead log. */
const SQLITE_NO_SHARED_ROOM = 4874
/** I/O errors of SQLite: the disk failed to write, read, truncate or sync. */
const SQLITE_DISK_FAULTS = new Set([266, 522, 778, 1034, 1290, 1546, 1802, 8202, 8458])
/** SQLITE_PERM, SQLITE_READONLY, SQLITE_CANTOPEN. */
const SQLITE_UNWRITABLE = new Set([3, 8, 14])
const SQLITE_FOREIGN_KEY = 787
/**
 * Error codes of Node and SQLSTATEs for: connection refused or lost, too many connections, server shutting down or
 * starting, statement cancelled.
 */
const UNAVAILABLE_CODE =
  /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|08\w{3}|53300|57P0[1-3]|57014)$/
/** Messages of the driver that come without a code. */
const UNAVAILABLE_MESSAGE =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Whether a row with the same unique value exists already. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('errcode' in error && typeof error.errcode === 'number') return SQLITE_UNIQUE.has(error.errcode)
  return 'code' in error && error.code === '23505'
}

/** Whether another process holds the write lock of an SQLite file. */
export function isSqliteLocked(error: unknown): boolean {
  return (
    error instanceof Error &&
    'errcode' in error &&
    typeof error.errcode === 'number' &&
    (error.errcode & 0xff) === SQLITE_BUSY
  )
}

/** Whether the disk that holds the database is full. */
export function isDatabaseFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('errcode' in error && typeof error.errcode === 'number')
    return (error.errcode & 0xff) === SQLITE_FULL || error.errcode === SQLITE_NO_SHARED_ROOM
  return 'code' in error && error.code === '53100'
}

/**
 * Whether the disk that holds the SQLite file has failed. Results after such a failure are not reliable: after a failed
 * sync the kernel drops the unwritten pages, and the next sync succeeds.
 */
export function isDiskBroken(error: unknown): boolean {
  return (
    error instanceof Error &&
    'errcode' in error &&
    typeof error.errcode === 'number' &&
    SQLITE_DISK_FAULTS.has(error.errcode)
  )
}

/** Whether a text contains NUL, which SQLite can store and PostgreSQL cannot. */
export function isUnstorableText(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '22021'
}

/** Whether a row that the new row references was deleted in the meantime. */
export function isMissingReference(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('errcode' in error && typeof error.errcode === 'number') return error.errcode === SQLITE_FOREIGN_KEY
  return 'code' in error && error.code === '23503'
}

/** Whether PostgreSQL cannot be reached, is starting or stopping, or took too long. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return UNAVAILABLE_CODE.test(code) || UNAVAILABLE_MESSAGE.test(error.message)
}

/** Whether the SQLite file cannot be opened, or the file or its folder cannot be written to. */
export function isDatabaseUnwritable(error: unknown): boolean {
  return (
    error instanceof Error &&
    'errcode' in error &&
    typeof error.errcode === 'number' &&
    SQLITE_UNWRITABLE.has(error.errcode & 0xff)
  )
}

/** Whether PostgreSQL rejected the account or its password. */
export function isLoginRejected(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // The driver reports a missing password before it asks the server, without a code.
  return (
    ('code' in error && (error.code === '28P01' || error.code === '28000')) ||
    error.message.includes('client password must be a string')
  )
}

/** Whether the PostgreSQL server has no database of this name. */
export function isDatabaseMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '3D000'
}
