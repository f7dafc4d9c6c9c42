const SQLITE_UNIQUE = new Set([2067, 1555])
const SQLITE_FULL = 13
const SQLITE_FOREIGN_KEY = 787
/** Connection refused or cut, too many connections, shutting down, starting, statement cancelled. */
const AWAY_CODE = /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|08\w{3}|53300|57P0[1-3]|57014)$/
/** What the driver says without a code. */
const AWAY_MESSAGE =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** A row with the same unique value exists already. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('errcode' in error && typeof error.errcode === 'number') return SQLITE_UNIQUE.has(error.errcode)
  return 'code' in error && error.code === '23505'
}

/** The disk under the database is full. */
export function isDatabaseFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('errcode' in error && typeof error.errcode === 'number') return (error.errcode & 0xff) === SQLITE_FULL
  return 'code' in error && error.code === '53100'
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
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return AWAY_CODE.test(code) || AWAY_MESSAGE.test(error.message)
}
