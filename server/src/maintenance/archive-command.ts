import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const OUTPUT_MAX = 2000
const program = fileURLToPath(new URL('../cli/main.ts', import.meta.url))

/** The exit code of a command whose folder is in use: EX_TEMPFAIL of sysexits.h. */
export const EXIT_BUSY = 75

export interface CommandOutcome {
  /** The result of the command. `busy` means that another command works with the same folder. */
  result: 'good' | 'failed' | 'busy'
  /** The last part of the command's output. */
  output: string
}

/** Runs a command until it ends or is aborted. */
export type RunCommand = (signal: AbortSignal) => Promise<CommandOutcome>

/**
 * Runs a command of the archive's command line in a separate process, so that it never blocks this process. The command
 * is interrupted when this process ends, for whatever reason.
 */
export function archiveCommand(
  parameters: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): RunCommand {
  return async (signal) => {
    const child = spawn(process.execPath, [program, ...parameters], {
      // The command notices by the closed `ipc` channel that this process has ended.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: environment,
    })
    const interrupt = () => child.kill()
    signal.addEventListener('abort', interrupt)
    let output = ''
    const append = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-OUTPUT_MAX))
    child.stdout?.on('data', append)
    child.stderr?.on('data', append)
    try {
      const [code]: unknown[] = await once(child, 'close')
      return { result: code === 0 ? 'good' : code === EXIT_BUSY ? 'busy' : 'failed', output: output.trim() }
    } catch (error) {
      return {
        result: 'failed',
        output: error instanceof Error ? error.message : 'it could not be started',
      }
    } finally {
      signal.removeEventListener('abort', interrupt)
    }
  }
}
