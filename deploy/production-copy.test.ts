import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { login } from '../contract/src/auth.ts'
import { addByForm } from '../server/src/testing/album-forms.ts'
import { freePort } from '../server/src/testing/free-port.ts'
import { callers } from '../server/src/testing/start-app.ts'
import { root } from './settings.ts'

const UNPRIVILEGED_UID = 65_534
const Names = z.optional(z.record(z.string(), z.string()))
const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({ dependencies: Names, optionalDependencies: Names, link: z.optional(z.boolean()) }),
  ),
})

/** Folders of the packages that the server needs to run, as `npm ci --omit=dev` would leave them. */
function productionPackages(): Set<string> {
  const { packages } = z.parse(Lock, JSON.parse(readFileSync(root('package-lock.json'), 'utf8')))
  const found = new Set<string>()
  const visit = (from: string) => {
    const { dependencies = {}, optionalDependencies = {} } = packages[from] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const path = placeOf(name, from, packages)
      if (path === undefined || found.has(path) || packages[path]?.link === true || !existsSync(root(path)))
        continue
      found.add(path)
      visit(path)
    }
  }
  visit('server')
  visit('contract')
  return found
}

/** Where Node would find a package that another one requests. */
function placeOf(name: string, from: string, packages: Record<string, unknown>): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = folder === '.' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (path in packages) return path
    if (folder === '.') return undefined
  }
}

/** What the image holds, made by what the last stage of the Dockerfile copies. */
function imageFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tonarchiv-image-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o755)
  const stage =
    readFileSync(root('Dockerfile'), 'utf8')
      .split(/^FROM /m)
      .at(-1) ?? ''
  for (const [, from, sources = '', target = ''] of stage.matchAll(/^COPY (?:--from=(\w+) )?(.+) (\S+)$/gm)) {
    if (from === 'packages') {
      for (const path of productionPackages()) cpSync(root(path), join(folder, path), { recursive: true })
      mkdirSync(join(folder, 'node_modules/@tonarchiv'), { recursive: true })
      symlinkSync('../../contract', join(folder, 'node_modules/@tonarchiv/contract'))
      continue
    }
    for (const source of sources.split(' ')) {
      const path = source.replace(/^\/app\//, '')
      const to = target.endsWith('/')
        ? join(folder, target, path.split('/').at(-1) ?? '')
        : join(folder, target)
      cpSync(root(path), to, {
        recursive: true,
        filter: (file) =>
          !/\.test\.ts$|\/testing(?:\/|$)|\/node_modules(?:\/|$)/.test(file.slice(root('').length)),
      })
    }
  }
  return folder
}

/** The command of a line such as `CMD ["node", "main.ts"]`. */
function commandOf(pattern: RegExp): string[] {
  const [, json = ''] =
    pattern.exec(readFileSync(root('Dockerfile'), 'utf8').replaceAll(/\\\n\s*/g, '')) ?? []
  return z.parse(z.array(z.string()), JSON.parse(json))
}

test('what the image holds starts by its own command, as an account without rights, and does its work', async () => {
  const folder = imageFolder()
  const data = mkdtempSync(join(tmpdir(), 'tonarchiv-image-data-'))
  onTestFinished(() => rmSync(data, { recursive: true, force: true }))
  const isRoot = process.getuid?.() === 0
  const identity = isRoot ? { uid: UNPRIVILEGED_UID, gid: UNPRIVILEGED_UID } : {}
  let node = process.execPath
  if (isRoot) {
    chownSync(data, UNPRIVILEGED_UID, UNPRIVILEGED_UID)
    // Where this Node lies, others may not be allowed to look.
    node = join(folder, 'node')
    copyFileSync(process.execPath, node)
  }
  const [port, metricsPort] = [await freePort(), await freePort()]
  const env = {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    DATA_DIR: data,
    PORT: String(port),
    LOG_LEVEL: 'warn',
    METRICS_PORT: String(metricsPort),
    DRAIN_SECONDS: '1',
  }
  const [program, ...words] = commandOf(/^CMD (\[.+\])$/m)
  expect(program).toBe('node')
  const address = `http://127.0.0.1:${port}`
  const health = () => {
    const [, ...check] = commandOf(/^HEALTHCHECK .*CMD (\[.+\])$/m)
    try {
      execFileSync(node, check, { cwd: folder, env, ...identity, stdio: 'pipe' })
      return 'healthy'
    } catch {
      return 'ill'
    }
  }
  expect(health()).toBe('ill')

  const server = spawn(node, words, { cwd: folder, env, ...identity, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void server.kill('SIGKILL'))
  await whenUp(server, address)
  expect(health()).toBe('healthy')
  const page = await fetch(address)
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(await page.text()).toContain('<form')

  const person = { email: 'mara@beispiel.de', password: 'korrekt pferd batterie' }
  const cli = [
    'server/src/cli/main.ts',
    'user',
    person.email,
    'mara',
    '--password',
    person.password,
    '--admin',
  ]
  execFileSync(node, cli, { cwd: folder, env, ...identity, stdio: 'pipe' })
  const { token } = await callers(address).call(login, { body: person })
  const album = await addByForm(callers(address, token), { albumTitel: 'Im Kasten', cover: 'cover.jpg' })
  const cover = await fetch(`${address}${album.albumCover}?w=96`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(cover.headers.get('content-type')).toBe('image/webp')
  const figures = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  expect(figures).toContain('tonarchiv_http_requests_total{route="POST /api/auth/login",status="200"} 1')
  expect(figures).toMatch(/^tonarchiv_event_loop_delay_seconds\{quantile="0.99"\} 0\.\d+$/m)

  const hasEnded = once(server, 'exit')
  server.kill('SIGTERM')
  // The readiness check reports the shutdown while calls are still answered.
  await expect
    .poll(async () => (await fetch(`${address}/readyz`)).status, { interval: 20, timeout: 30_000 })
    .toBe(503)
  expect((await fetch(`${address}/healthz`)).status).toBe(200)
  expect(await hasEnded).toEqual([0, null])
})

async function whenUp(server: ChildProcess, address: string): Promise<void> {
  let output = ''
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const onOutput = (chunk: Buffer) => {
    output += chunk.toString()
    if (output.includes(' läuft: ')) resolve()
  }
  server.stdout?.on('data', onOutput)
  server.stderr?.on('data', onOutput)
  server.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${output}`)))
  await promise
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
}
