import type { Services } from '#services.ts'

/** One word of the command line. */
export interface Command {
  /** The word with its parameters, for the help text. */
  usage: string
  summary: string
  /** `stop` fires when the operator interrupts. @returns the exit code. @throws UsageError for wrong parameters */
  run(services: Services, parameters: string[], stop: AbortSignal): Promise<number>
}
