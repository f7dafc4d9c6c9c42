import { OperatorError } from '#platform/operator-error.ts'

/** The error when a backup cannot be restored. Nothing was changed. The message contains the reason. */
export class CannotRestore extends OperatorError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'CannotRestore'
  }
}

/** The error when a file of a backup is damaged: its bytes are not those that were written. */
export class BackupFileDamaged extends CannotRestore {
  constructor(path: string, cause: unknown) {
    super(`${path} is damaged in the backup.`, { cause })
    this.name = 'BackupFileDamaged'
  }
}
