function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}

/** A handler for `catch` that returns an empty list when the file or folder is missing, and rethrows other errors. */
export function emptyIfMissing(error: unknown): [] {
  if (isMissing(error)) return []
  throw error
}

/** A handler for `catch` that returns undefined when the file or folder is missing, and rethrows other errors. */
export function undefinedIfMissing(error: unknown): undefined {
  if (isMissing(error)) return undefined
  throw error
}
