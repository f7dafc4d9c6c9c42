import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Launch } from '../server/src/testing/archive-host.ts'
import { freePort } from '../server/src/testing/free-port.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** A real archive, empty at first, with a data folder of its own. */
export interface RunningArchive {
  url: string
  /** The one-time link that sets up the first admin. */
  setupLink: string
  dataFolder: string
  /** The link in the latest email to this address; waits until it was sent. */
  linkInEmailTo: (address: string) => Promise<string>
  /**
   * Stops the server and starts it again on the same data. `meanwhile` runs while it is stopped; `changed` replaces
   * some settings.
   */
  restart: (meanwhile?: () => Promise<void>, changed?: Record<string, string>) => Promise<void>
  stop: () => Promise<void>
}

/** @param settings - additional settings; the port is added */
export async function startArchive(
  launch: Launch,
  settings: (port: number) => Record<string, string> = () => ({}),
): Promise<RunningArchive> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'tonarchiv-e2e-'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const start = (changed: Record<string, string> = {}) =>
    launch({
      PORT: String(port),
      DATA_DIR: dataFolder,
      LOG_LEVEL: 'warn',
      RATE_LIMIT_FACTOR: '100',
      RESERVED_DISK_MB: '1',
      ANALYSIS: 'off',
      ...settings(port),
      ...changed,
    })
  let server = start()
  return {
    url,
    setupLink: await server.setupLink(),
    dataFolder,
    linkInEmailTo: (address) => linkInEmail(join(dataFolder, 'outbox'), address),
    restart: async (meanwhile, changed) => {
      await server.end()
      await meanwhile?.()
      server = start(changed)
      await becomesReady(url)
    },
    stop: async () => {
      await server.end()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

/** A server in a process of its own, as `npm start` would run it. */
export const inOwnProcess =
  (program = 'server/src/app/main.ts', ...parameters: readonly string[]): Launch =>
  (settings) => {
    const server = spawn(process.execPath, [program, ...parameters], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...settings },
    })
    server.stdout.resume()
    return {
      setupLink: () => linkPrintedBy(server),
      end: async () => {
        server.kill('SIGTERM')
        if (server.exitCode === null) await once(server, 'exit')
      },
    }
  }

/** Waits until the server at this address takes requests. */
export async function becomesReady(url: string): Promise<void> {
  const deadline = Date.now() + 30_000
  while (Date.now() < deadline) {
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('The server did not come back')
}

async function linkPrintedBy(server: ChildProcess): Promise<string> {
  let said = ''
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  server.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    const link = /https?:\/\/\S+\/register\?setup=\S+/.exec(said)?.[0]
    if (link !== undefined) resolve(link)
  })
  server.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${said}`)))
  return promise
}

async function linkInEmail(folder: string, address: string): Promise<string> {
  const deadline = Date.now() + 10_000
  while (Date.now() < deadline) {
    const names = (await readdir(folder).catch((): string[] => []))
      .filter((name) => name.endsWith('.eml'))
      .sort()
    for (const name of names.toReversed()) {
      const source = (await readFile(join(folder, name), 'utf8')).replaceAll('=\n', '').replaceAll('=3D', '=')
      const link = /https?:\/\/[^\s"<]+/.exec(source)?.[0]
      if (source.includes(`To: ${address}`) && link !== undefined) return link
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`No letter to ${address} came`)
}
