import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Runs a program of the packages, which the launcher has put on the path, and waits for its end. @returns its exit code
 */
export async function runTool(
  tool: string,
  parameters: string[],
  env: Record<string, string> = {},
): Promise<number> {
  const child = spawn(tool, parameters, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  })
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  child.once('error', reject)
  child.once('exit', (code) => resolve(code ?? 1))
  return promise
}

/** Like `runTool`, without a terminal. @returns the exit code, and everything that it printed */
export async function outputOfTool(
  tool: string,
  parameters: readonly string[],
): Promise<{ code: number; output: string }> {
  const child = spawn(tool, parameters, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk))
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  child.once('error', reject)
  child.once('close', (code) => resolve(code ?? 1))
  return { code: await promise, output: Buffer.concat(output).toString() }
}
