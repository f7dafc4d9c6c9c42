import type { Config } from '#config.ts'
import { operatorFault } from '#maintenance/operator-fault.ts'
import { OperatorError } from '#platform/operator-error.ts'

/**
 * What a program prints in place of a stack trace when it ends because of something that the operator can correct;
 * undefined for faults of the program. `config` is undefined until the settings are read.
 */
export function operatorMessage(error: unknown, config: Config | undefined): string | undefined {
  if (error instanceof OperatorError) return error.message
  const fault = config && operatorFault(error, config)
  return fault && `${fault.message} ${fault.todo}`
}
