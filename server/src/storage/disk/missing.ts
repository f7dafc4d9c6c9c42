function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}

/** For `catch`: turns a missing file or folder into an empty list. */
export function emptyIfMissing(error: unknown): [] {
  if (isMissing(error)) return []
  throw error
}

/** For `catch`: turns a missing file or folder into undefined. */
export function undefinedIfMissing(error: unknown): undefined {
  if (isMissing(error)) return undefined
  throw error
}
