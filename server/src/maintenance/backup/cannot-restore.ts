/** A backup cannot be restored; nothing was changed. The message contains the reason. */
export class CannotRestore extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CannotRestore'
  }
}
