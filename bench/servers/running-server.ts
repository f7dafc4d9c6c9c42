import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { onInterruption } from '../interruption.ts'

/** A server in a process of its own. */
export interface RunningServer extends AsyncDisposable {
  pid: number
  port: number
  /** Milliseconds from its start until it reported that it was ready. */
  startMs: number
}

interface Start {
  program: string
  parameters: readonly string[]
  env: NodeJS.ProcessEnv
  port: number
  /** Its output is written to this file, as under a service manager. */
  logFile: string
  /** Whether it is ready, according to its output so far. */
  isReady: (output: string) => boolean | Promise<boolean>
}

const READY_WITHIN_MS = 30_000
const END_WITHIN_MS = 5000

/**
 * Starts a program and waits until it is ready.
 * @throws with its output when it ends before that
 */
export async function startServer({
  program,
  parameters,
  env,
  port,
  logFile,
  isReady,
}: Start): Promise<RunningServer> {
  const log = openSync(logFile, 'w')
  const begunAt = performance.now()
  const child = spawn(program, parameters, { env, stdio: ['ignore', log, log] })
  closeSync(log)
  const forget = onInterruption(async () => end(child))
  child.once('exit', forget)
  let fault: Error | undefined
  child.once('error', (error) => {
    fault = error
  })
  try {
    while (!(await isReady(readFileSync(logFile, 'utf8')))) {
      if (fault !== undefined) throw fault
      if (child.exitCode !== null || performance.now() - begunAt > READY_WITHIN_MS) {
        throw new Error(
          `${program} ${parameters.join(' ')} did not become ready: ${readFileSync(logFile, 'utf8')}`,
        )
      }
      await pause(5)
    }
  } catch (error) {
    await end(child)
    throw error
  }
  const startMs = performance.now() - begunAt
  if (child.pid === undefined) throw new Error(`${program} has no process`)
  return { pid: child.pid, port, startMs, [Symbol.asyncDispose]: async () => end(child) }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const hasEnded = once(child, 'exit')
  child.kill('SIGTERM')
  const insist = setTimeout(() => child.kill('SIGKILL'), END_WITHIN_MS)
  await hasEnded
  clearTimeout(insist)
}
