import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort } from './free-port.ts'

/** A private Redis, which can be stopped and started again at the same address. */
export interface TestRedis {
  url: string
  stop(): Promise<void>
  start(): Promise<void>
}

/** The program, from the setting that `npm test` passes or from PATH. */
function program(): string {
  const given = process.env['REDIS_SERVER']
  if (given !== undefined && given !== '') return given
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    for (const name of ['redis-server', 'valkey-server']) {
      const path = join(folder, name)
      try {
        accessSync(path, constants.X_OK)
        return path
      } catch {
        // The program is not in this folder.
      }
    }
  }
  throw new Error('There is no redis-server: `npm test` gets one, or set REDIS_SERVER to it.')
}

/** Starts a real Redis without persistence. Stop it when done. */
export async function startRedis(): Promise<TestRedis> {
  const port = await freePort()
  let end = await run(port)
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: async () => end(),
    start: async () => {
      end = await run(port)
    },
  }
}

async function run(port: number): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-redis-'))
  const settings = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder]
  const server = spawn(program(), ['--port', String(port), ...settings], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let output = ''
  server.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    if (output.includes('Ready to accept')) resolve()
  })
  server.once('error', reject)
  server.once('exit', (code) => reject(new Error(`Redis ended with ${code}: ${output}`)))
  await promise
  return async () => {
    if (server.exitCode === null && server.signalCode === null) {
      const hasEnded = once(server, 'exit')
      server.kill('SIGKILL')
      await hasEnded
    }
    await rm(folder, { recursive: true, force: true })
  }
}
