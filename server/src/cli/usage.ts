/** The error for wrong parameters of a command. The help text is printed after its message. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}
