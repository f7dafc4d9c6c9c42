import type { Config } from '#config.ts'
import { operatorFault } from '#maintenance/operator-fault.ts'
import { OperatorError } from '#platform/operator-error.ts'

/**
 * The message that a program prints instead of a stack trace when it ends because of an error that the operator can
 * correct. Undefined for faults of the program itself. `config` is undefined until the settings are read.
 */
export function operatorMessage(error: unknown, config: Config | undefined): string | undefined {
  if (error instanceof OperatorError) return error.message
  const fault = config && operatorFault(error, config)
  return fault && `${fault.message} ${fault.todo}`
}
