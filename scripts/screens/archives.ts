import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { becomesReady, inOwnProcess, startArchive } from '../../e2e/running-archive.ts'
import { freePort } from '../../server/src/testing/free-port.ts'

/**
 * The account that a screenshot is taken as. `newcomer` is a member without a key, `owner` the admin of an empty
 * archive.
 */
export type Role = 'visitor' | 'admin' | 'newcomer' | 'owner'

interface Login {
  url: string
  /** Undefined for visitors. */
  account?: { email: string; password: string }
}

export interface Archives {
  logins: Readonly<Record<Role, Login>>
  /** The fixed time of all screenshots, shortly after the demo was created. */
  now: Date
  stop: () => Promise<void>
}

const account = (username: string) => ({
  email: `${username}@demo.example`,
  username,
  password: 'ein gutes Passwort',
})

/** A member whose email address is not verified. */
export const UNVERIFIED = account('unbestaetigt')

/** Starts a copy of the demo and an empty archive. */
export async function startArchives(demoFolder: string): Promise<Archives> {
  const guide = join(demoFolder, 'demo-guide.txt')
  const [, email, password] = /^ {2}(\S+@\S+) +(\S.*?) +Admin$/m.exec(await readFile(guide, 'utf8')) ?? []
  if (email === undefined || password === undefined) throw new Error(`${guide} names no admin`)
  const now = new Date((await stat(guide)).mtimeMs + 60_000)
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-screens-'))
  await cp(demoFolder, folder, { recursive: true })

  const [demo, empty] = await Promise.all([startServer(folder), startArchive(inOwnProcess())])
  const [newcomer, owner] = [account('neu_hier'), account('chefin')]
  await register(demo.url, newcomer)
  await register(demo.url, UNVERIFIED)
  await register(empty.url, { ...owner, setup: new URL(empty.setupLink).searchParams.get('setup') })
  const database = new DatabaseSync(join(folder, 'archive.sqlite'))
  database.prepare('update users set email_verified = 1 where username = ?').run(newcomer.username)
  database.close()

  return {
    logins: {
      visitor: { url: demo.url },
      admin: { url: demo.url, account: { email, password } },
      newcomer: { url: demo.url, account: newcomer },
      owner: { url: empty.url, account: owner },
    },
    now,
    stop: async () => {
      await Promise.all([demo.stop(), empty.stop()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function startServer(folder: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const port = await freePort()
  const server = spawn(process.execPath, ['server/src/app/main.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: folder,
      LOG_LEVEL: 'warn',
      RATE_LIMIT_FACTOR: '100',
      RESERVED_DISK_MB: '1',
      ANALYSIS: 'off',
    },
  })
  const url = `http://localhost:${String(port)}`
  await becomesReady(url)
  return {
    url,
    stop: async () => {
      server.kill('SIGTERM')
      if (server.exitCode === null) await once(server, 'exit')
    },
  }
}

async function register(url: string, data: Record<string, unknown>): Promise<void> {
  const answer = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(data),
  })
  if (!answer.ok) throw new Error(`An account was rejected: ${await answer.text()}`)
}
