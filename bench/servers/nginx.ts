import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { freePort } from '../../scripts/free-port.ts'
import { type RunningServer, startServer } from './running-server.ts'

/** nginx's version, or undefined when it is not installed. */
export function nginxVersion(): string | undefined {
  const { status, stderr } = spawnSync('nginx', ['-v'], { encoding: 'utf8' })
  return status === 0 ? /nginx\/(\S+)/.exec(stderr)?.[1] : undefined
}

/**
 * nginx with one process that gives out a folder's files, without a log. With `sendfile` the kernel sends the files' own
 * pages; without it, as nginx comes, each byte is read and written.
 */
export async function startNginx(
  filesFolder: string,
  runFolder: string,
  { sendfile, inFrontOf }: { sendfile: boolean; inFrontOf?: number },
): Promise<RunningServer> {
  const port = await freePort()
  const ownFolder = join(runFolder, `nginx-${port}`)
  await mkdir(ownFolder)
  const config = join(ownFolder, 'nginx.conf')
  await writeFile(config, configOf(filesFolder, ownFolder, { port, sendfile, inFrontOf }))
  return startServer({
    program: 'nginx',
    parameters: ['-p', ownFolder, '-e', 'stderr', '-c', config],
    port,
    logFile: join(ownFolder, 'nginx.log'),
    env: { PATH: process.env['PATH'] },
    isReady: async () => isListening(port),
  })
}

interface Settings {
  port: number
  sendfile: boolean
  /** The port of a server that says who may have which file; without it everybody may have all. */
  inFrontOf: number | undefined
}

function configOf(filesFolder: string, ownFolder: string, { port, sendfile, inFrontOf }: Settings): string {
  const ownFolders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `
daemon off;
master_process off;
pid ${join(ownFolder, 'nginx.pid')};
error_log stderr;
events { worker_connections 2048; }
http {
${ownFolders.map((name) => `  ${name}_temp_path ${join(ownFolder, name)};`).join('\n')}
  access_log off;
  sendfile ${sendfile ? 'on' : 'off'};
  tcp_nopush on;
  keepalive_timeout 72s;
  keepalive_requests 1000000;
  default_type audio/mpeg;
${inFrontOf === undefined ? openServer(filesFolder, port) : askingServer(filesFolder, port, inFrontOf)}
}
`
}

function openServer(filesFolder: string, port: number): string {
  return `
  server {
    listen 127.0.0.1:${port} backlog=1024;
    root ${filesFolder};
  }`
}

/** As deploy/nginx.conf does it, without TLS. */
function askingServer(filesFolder: string, port: number, inFrontOf: number): string {
  return `
  upstream product {
    server 127.0.0.1:${inFrontOf};
    keepalive 64;
  }
  server {
    listen 127.0.0.1:${port} backlog=1024;
    location / {
      proxy_pass http://product;
      proxy_http_version 1.1;
      proxy_set_header Connection '';
    }
    location /_media/ {
      internal;
      alias ${filesFolder}/;
    }
  }`
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1' })
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
