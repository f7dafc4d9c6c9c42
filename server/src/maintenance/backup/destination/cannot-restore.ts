import { OperatorError } from '#platform/operator-error.ts'

/** A backup cannot be restored; nothing was changed. The message contains the reason. */
export class CannotRestore extends OperatorError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'CannotRestore'
  }
}

/** A file of a backup is damaged: it does not have the bytes that were written. */
export class BackupFileDamaged extends CannotRestore {
  constructor(path: string, cause: unknown) {
    super(`${path} is damaged in the backup.`, { cause })
    this.name = 'BackupFileDamaged'
  }
}
