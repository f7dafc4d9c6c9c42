import type { Config } from '../config.ts'
import type { Services } from '#services.ts'

interface Described {
  /** The word with its parameters, for the help text. */
  usage: string
  summary: string
}

/** One word of the command line, on an archive that is opened for it and up to date. */
export interface Command extends Described {
  /** `stop` fires when the operator interrupts. @returns the exit code. @throws UsageError for wrong parameters */
  run(services: Services, parameters: string[], stop: AbortSignal): Promise<number>
}

/** One that works on an archive as it is, or where there is none. */
export interface CommandBeside extends Described {
  /** `configure` reads the settings, with others in the place of some. @throws WrongSettings */
  runBeside(configure: Configure, parameters: string[], stop: AbortSignal): Promise<number>
}

export type Configure = (others?: Record<string, string>) => Config
