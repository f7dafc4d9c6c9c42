/** A backup cannot be brought back; nothing was changed. The message says why. */
export class CannotRestore extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CannotRestore'
  }
}
