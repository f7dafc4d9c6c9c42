function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}

/** For `catch`: no such file or folder is an empty list. */
export function emptyIfMissing(error: unknown): [] {
  if (isMissing(error)) return []
  throw error
}

/** For `catch`: no such file or folder is nothing. */
export function undefinedIfMissing(error: unknown): undefined {
  if (isMissing(error)) return undefined
  throw error
}
