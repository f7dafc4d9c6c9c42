import { isDiskFull } from '#storage/disk/disk-full.ts'
import { StorageUnavailable } from '#storage/storage-unavailable.ts'
import { OperatorError } from '#platform/operator-error.ts'

/** The error when an export cannot start or continue. Its message says why and what to do. */
export class CannotExport extends OperatorError {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'CannotExport'
  }
}

export function diskFull(folder: string, cause?: unknown): CannotExport {
  return new CannotExport(
    `The disk under ${folder} is full. Make room and run it again: it goes on where it ended.`,
    cause,
  )
}

/**
 * Converts errors of the disk and the storage to errors with a message for the operator. Other errors are returned
 * unchanged.
 */
export function explained(error: unknown, folder: string): unknown {
  if (isDiskFull(error)) return diskFull(folder, error)
  if (error instanceof StorageUnavailable)
    return new CannotExport(`${error.message}. Run it again: it goes on where it ended.`, error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR'].includes(code))
    return new CannotExport(`${folder} cannot be written (${code}).`, error)
  return error
}
