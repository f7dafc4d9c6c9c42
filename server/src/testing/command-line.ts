import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestApp } from './start-app.ts'

const run = promisify(execFile)
const program = join(import.meta.dirname, '../cli/main.ts')

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
  try {
    const { stdout, stderr } = await run(process.execPath, [program, ...words], {
      env: { ...process.env, ...settings },
    })
    return { code: 0, output: stdout + stderr }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && 'stdout' in error && 'stderr' in error)) throw error
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
