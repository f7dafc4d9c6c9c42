import type { Config } from '../config.ts'
import type { Services } from '#services.ts'

interface Described {
  /** The command with its parameters, for the help text. */
  usage: string
  summary: string
}

/** A command that runs on an opened and migrated archive. */
export interface Command extends Described {
  /**
   * `stop` is aborted when the operator interrupts.
   * @returns the exit code
   * @throws UsageError for wrong parameters
   */
  run(services: Services, parameters: string[], stop: AbortSignal): Promise<number>
}

/** A command that does not open the archive: it works on the archive as it is, or without one. */
export interface CommandBeside extends Described {
  /**
   * `configure` reads the settings and replaces the given ones.
   * @throws WrongSettings
   */
  runBeside(configure: Configure, parameters: string[], stop: AbortSignal): Promise<number>
}

export type Configure = (others?: Record<string, string>) => Config
