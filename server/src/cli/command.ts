import type { Config } from '../config.ts'
import type { Services } from '#services.ts'

/** A command that needs an opened archive with a migrated database. */
export interface Command {
  /**
   * Runs the command. `stop` is aborted when the operator interrupts the program.
   * @returns the exit code
   * @throws UsageError for wrong parameters
   */
  run(services: Services, parameters: string[], stop: AbortSignal): Promise<number>
}

/** A command for which the archive is not opened before it runs. */
export interface CommandBeside {
  /**
   * Runs the command. `configure` reads the settings; the settings that are passed to it replace those that it reads.
   * @returns the exit code
   * @throws WrongSettings
   */
  runBeside(configure: Configure, parameters: string[], stop: AbortSignal): Promise<number>
}

export type Configure = (others?: Record<string, string>) => Config
