const SQLITE_UNIQUE = new Set([2067, 1555])
const SQLITE_FULL = 13

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
