import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { freePort } from './free-port.ts'
import { findNginx, isListening, nginxSettings } from './nginx-program.ts'

const CONFIGURATION = join(import.meta.dirname, '../../../deploy/nginx.conf')

export interface TestNginx {
  /** The self-signed certificate of this nginx, as PEM. */
  certificate: string
  /** The path of the log in which nginx records media files that it could not open. */
  mediaLog: string
  /** Starts nginx in front of the servers on these ports. Their media are in `mediaFolder`. */
  start(upstreamPorts: readonly number[], mediaFolder: string): Promise<void>
}

/** Prepares a real nginx with the delivered configuration, on these ports. It is stopped after the test. */
export async function prepareNginx(httpsPort: number, httpPort: number): Promise<TestNginx> {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-nginx-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const certificate = join(folder, 'certificate.pem')
  const key = join(folder, 'key.pem')
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2']
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
  execFileSync(
    'openssl',
    ['req', '-x509', ...curve, '-nodes', ...subject, '-keyout', key, '-out', certificate],
    {
      stdio: 'ignore',
    },
  )
  const mediaLog = join(folder, 'media.log')
  return {
    mediaLog,
    certificate: await readFile(certificate, 'utf8'),
    start: async (upstreamPorts, mediaFolder) => {
      const site = join(folder, 'site.conf')
      const slicesPort = await freePort()
      const changes: [string, string][] = [
        ['listen 80;', `listen 127.0.0.1:${httpPort};`],
        ['listen [::]:80;', ''],
        ['listen 443 ssl http2;', `listen 127.0.0.1:${httpsPort} ssl http2;`],
        ['listen [::]:443 ssl http2;', ''],
        ['server_name archive.example;', 'server_name localhost;'],
        ['/etc/letsencrypt/live/archive.example/fullchain.pem', certificate],
        ['/etc/letsencrypt/live/archive.example/privkey.pem', key],
        ['server 127.0.0.1:3000;', upstreamPorts.map((port) => `server 127.0.0.1:${port};`).join(' ')],
        ['127.0.0.1:3080', `127.0.0.1:${slicesPort}`],
        ['/var/cache/nginx/tonarchiv', join(folder, 'cache')],
        ['/var/lib/tonarchiv/media', mediaFolder],
        ['access_log /var/log/nginx/tonarchiv.log', `access_log ${mediaLog}`],
        ['error_log /var/log/nginx/tonarchiv.log', 'error_log stderr'],
      ]
      await writeFile(site, changed(await readFile(CONFIGURATION, 'utf8'), changes))
      const main = join(folder, 'nginx.conf')
      const http = `  default_type application/octet-stream;\n  include ${site};`
      await writeFile(main, nginxSettings(folder, http, { errors: 'stderr crit' }))
      const program = findNginx()
      if (program === undefined)
        throw new Error('There is no nginx: `npm test` gets one, or set NGINX to it.')
      const parameters = ['-p', folder, '-e', 'stderr', '-c', main]
      execFileSync(program, [...parameters, '-t', '-q'])
      const server = spawn(program, parameters, { stdio: ['ignore', 'inherit', 'inherit'] })
      onTestFinished(async () => {
        if (server.exitCode !== null || server.signalCode !== null) return
        const hasEnded = once(server, 'exit')
        server.kill('SIGKILL')
        await hasEnded
      })
      while (!(await isListening(httpsPort))) {
        if (server.exitCode !== null) throw new Error('nginx did not start')
        await pause(20)
      }
    },
  }
}

/** @throws when the text to change is missing */
function changed(text: string, changes: readonly [string, string][]): string {
  let result = text
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`deploy/nginx.conf does not hold "${from}"`)
    result = result.replaceAll(from, to)
  }
  return result
}
