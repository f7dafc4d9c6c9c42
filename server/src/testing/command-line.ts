import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestApp } from './start-app.ts'

const run = promisify(execFile)
const program = join(import.meta.dirname, '../cli/main.ts')
const server = join(import.meta.dirname, '../app/main.ts')
const ENDS_WITHIN_MS = 50_000
/**
 * The environment of the command. Variables of the tests are left out, because the command would report some of them
 * as misspelt settings.
 */
const OWN_ENVIRONMENT = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
}

/** A program with its parameters that runs another one without the special rights of root; empty for other accounts. */
export const LIKE_OTHERS =
  process.getuid?.() === 0
    ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search,-fowner,-chown,-setuid,-setgid']
    : []

/** The output of a command and its exit code. */
export interface CommandOutput {
  code: number
  output: string
}

/** Runs the archive's command line with these settings, as an operator does. */
export async function runArchive(
  settings: Record<string, string>,
  ...words: string[]
): Promise<CommandOutput> {
  return runToEnd([process.execPath, program, ...words], settings)
}

/** Runs the command line without the special rights of root, so that it cannot open the folders of other accounts. */
export async function runArchiveLikeOthers(
  settings: Record<string, string>,
  ...words: string[]
): Promise<CommandOutput> {
  return runToEnd([...LIKE_OTHERS, process.execPath, program, ...words], settings)
}

/** Runs the doctor. `under` is a program with its parameters that runs the command, such as `LIKE_OTHERS`. */
export async function runDoctor(
  settings: Record<string, string>,
  under: readonly string[] = [],
): Promise<CommandOutput> {
  return runToEnd([...under, process.execPath, program, 'doctor'], settings, OWN_ENVIRONMENT)
}

/** Starts a server that is expected to end by itself, because it cannot run. */
export async function runServer(
  settings: Record<string, string>,
  under: readonly string[] = [],
): Promise<CommandOutput> {
  return runToEnd([...under, process.execPath, server], settings, OWN_ENVIRONMENT)
}

async function runToEnd(
  [file = '', ...parameters]: readonly string[],
  settings: Record<string, string>,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<CommandOutput> {
  try {
    const { stdout, stderr } = await run(file, parameters, {
      env: { ...environment, ...settings },
      timeout: ENDS_WITHIN_MS,
      killSignal: 'SIGKILL',
    })
    return { code: 0, output: stdout + stderr }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && 'stdout' in error && 'stderr' in error)) throw error
    // The program was killed, because it did not end by itself.
    if (error.code === null) throw error
    return { code: Number(error.code), output: `${String(error.stdout)}${String(error.stderr)}` }
  }
}

/** The settings with which a command uses an app's own data, beside the running server. */
export function settingsOf({ services }: TestApp): Record<string, string> {
  const { database, dataFolder } = services.config
  return {
    DATA_DIR: dataFolder,
    ...(database.kind === 'postgres' ? { DATABASE_URL: database.url, APP_SECRET: services.secret } : {}),
  }
}
