import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { login } from '../contract/src/auth.ts'
import { addByForm } from '../server/src/testing/album-forms.ts'
import { freePort } from '../server/src/testing/free-port.ts'
import { callers } from '../server/src/testing/start-app.ts'
import { buildImage } from './image-build.ts'

const UNPRIVILEGED_UID = 65_534

test('the image builds from its context, starts by its own command as an account without rights, and does its work', async () => {
  const image = buildImage()
  const cwd = image.folder + image.workdir
  const data = mkdtempSync(join(tmpdir(), 'tonarchiv-image-data-'))
  onTestFinished(() => rmSync(data, { recursive: true, force: true }))
  const isRoot = process.getuid?.() === 0
  const identity = isRoot ? { uid: UNPRIVILEGED_UID, gid: UNPRIVILEGED_UID } : {}
  let node = process.execPath
  if (isRoot) {
    chownSync(data, UNPRIVILEGED_UID, UNPRIVILEGED_UID)
    // Other accounts may not be allowed to read the folder of this Node.
    node = join(image.folder, 'node')
    copyFileSync(process.execPath, node)
  }
  const [port, metricsPort] = [await freePort(), await freePort()]
  const env = {
    PATH: process.env['PATH'],
    ...image.env,
    HOST: '127.0.0.1',
    DATA_DIR: data,
    PORT: String(port),
    LOG_LEVEL: 'warn',
    METRICS_PORT: String(metricsPort),
    DRAIN_SECONDS: '1',
  }
  const [program, ...words] = image.command
  expect(program).toBe('node')
  const address = `http://127.0.0.1:${port}`
  const health = () => {
    const [, ...check] = image.healthcheck
    try {
      execFileSync(node, check, { cwd, env, ...identity, stdio: 'pipe' })
      return 'healthy'
    } catch {
      return 'ill'
    }
  }
  expect(health()).toBe('ill')

  const server = spawn(node, words, { cwd, env, ...identity, stdio: ['ignore', 'pipe', 'pipe'] })
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
  execFileSync(node, cli, { cwd, env, ...identity, stdio: 'pipe' })
  const { token } = await callers(address).call(login, { body: person })
  const album = await addByForm(callers(address, token), { albumTitel: 'Im Kasten', cover: 'cover.jpg' })
  const cover = await fetch(`${address}${album.albumCover}?w=96`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(cover.headers.get('content-type')).toBe('image/webp')
  const figures = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  expect(figures).toContain('tonarchiv_http_requests_total{route="POST /api/auth/login",status="200"} 1')
  expect(figures).toMatch(/^tonarchiv_event_loop_delay_seconds\{quantile="0.99"\} 0\.\d+$/m)

  const change = ['-e', "require('node:fs').appendFileSync('server/src/app/main.ts', '')"]
  expect(() => execFileSync(node, change, { cwd, env, ...identity, stdio: 'pipe' })).toThrow('EACCES')

  const hasEnded = once(server, 'exit')
  server.kill('SIGTERM')
  // The readiness check reports the shutdown while other calls are still answered.
  await expect
    .poll(async () => (await fetch(`${address}/readyz`)).status, { interval: 20, timeout: 30_000 })
    .toBe(503)
  expect((await fetch(`${address}/healthz`)).status).toBe(200)
  expect(await hasEnded).toEqual([0, null])
}, 180_000)

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
