import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { freePort } from '../server/src/testing/free-port.ts'

const serverMain = fileURLToPath(new URL('../server/src/app/main.ts', import.meta.url))
const READY_WITHIN_MS = 30_000

/** The server in a process of its own, as an operator runs it. */
export interface ServerProcess {
  pid: number
  port: number
  address: string
  /** Milliseconds from its start until it was ready. */
  startMs: number
  /** Its whole output. */
  output(): string
  /** Kills it with SIGKILL, like a power cut. */
  kill(): Promise<void>
  /**
   * Sends SIGTERM.
   * @returns its exit code
   */
  stop(): Promise<number | null>
  signal(name: NodeJS.Signals): void
  /** Resolves with its exit code; null when a signal ended it. */
  exited: Promise<number | null>
  isRunning(): boolean
}

export interface StartOptions {
  env: Record<string, string>
  /** A program that runs the server, such as a tracer, with its parameters. */
  under?: readonly string[]
  port?: number
  /** Parameters of Node, before the program. */
  nodeParameters?: readonly string[]
}

/**
 * Starts a server and waits until it is ready. It is stopped after the test.
 * @throws an error with the server's output when the server exits before it is ready
 */
export async function startServerProcess({
  env,
  under = [],
  port: requestUrl,
  nodeParameters = [],
}: StartOptions): Promise<ServerProcess> {
  const port = requestUrl ?? (await freePort())
  const [program, ...parameters] = [...under, process.execPath, ...nodeParameters, serverMain] as const
  const begunAt = performance.now()
  // A process group, so that a tracer and the server end together.
  const child = spawn(program, parameters, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      ...env,
    },
  })
  let output = ''
  const { promise: exited, resolve: haveExited } = Promise.withResolvers<number | null>()
  const { promise: ready, resolve: beReady, reject } = Promise.withResolvers<void>()
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('läuft: ')) beReady()
    })
  child.once('error', reject)
  child.once('exit', (code) => {
    haveExited(code)
    reject(new Error(`The server ended with ${code ?? 'a signal'} before it was ready: ${output}`))
  })
  const isRunning = () => child.exitCode === null && child.signalCode === null
  const signal = (name: NodeJS.Signals) => signalGroup(child, name)
  const kill = async () => {
    if (isRunning()) signal('SIGKILL')
    await exited
  }
  onTestFinished(kill)
  const timer = setTimeout(() => reject(new Error(`The server is not ready: ${output}`)), READY_WITHIN_MS)
  await ready
  clearTimeout(timer)
  if (child.pid === undefined) throw new Error('The server has no process')
  return {
    pid: child.pid,
    port,
    address: `http://127.0.0.1:${port}`,
    startMs: performance.now() - begunAt,
    output: () => output,
    kill,
    stop: async () => {
      if (isRunning()) signal('SIGTERM')
      return exited
    },
    signal,
    exited,
    isRunning,
  }
}

function signalGroup(child: ChildProcess, name: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, name)
  } catch {
    // The process has already ended.
  }
}
