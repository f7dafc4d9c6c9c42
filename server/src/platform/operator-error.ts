/** An error whose message contains all that the operator needs: a program prints it without a stack trace. */
export class OperatorError extends Error {}
