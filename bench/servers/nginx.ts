import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../server/src/testing/free-port.ts'
import { findNginx, isListening, nginxSettings } from '../../server/src/testing/nginx-program.ts'
import { type RunningServer, startServer } from './running-server.ts'

/** nginx's version, or undefined when it is not installed. */
export function nginxVersion(): string | undefined {
  const program = findNginx()
  if (program === undefined) return undefined
  return /nginx\/(\S+)/.exec(spawnSync(program, ['-v'], { encoding: 'utf8' }).stderr)?.[1]
}

/**
 * Starts nginx with one process that sends the files of a folder, without a log. With `sendfile` the kernel sends the
 * files from its page cache; without it, which is nginx's default, each byte is read and written.
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
  const settings = { port, slicesPort: await freePort(), sendfile, inFrontOf }
  await writeFile(config, configOf(filesFolder, ownFolder, settings))
  return startServer({
    program: findNginx() ?? 'nginx',
    parameters: ['-p', ownFolder, '-e', 'stderr', '-c', config],
    port,
    logFile: join(ownFolder, 'nginx.log'),
    env: { PATH: process.env['PATH'] },
    isReady: async () => isListening(port),
  })
}

interface Settings {
  port: number
  /** The port on which nginx requests slices from itself. */
  slicesPort: number
  sendfile: boolean
  /** The port of a server that authorises requests; without it every client may read all files. */
  inFrontOf: number | undefined
}

function configOf(
  filesFolder: string,
  ownFolder: string,
  { port, slicesPort, sendfile, inFrontOf }: Settings,
): string {
  const http = `
  access_log off;
  sendfile ${sendfile ? 'on' : 'off'};
  tcp_nopush on;
  keepalive_timeout 72s;
  keepalive_requests 1000000;
  default_type audio/mpeg;
${inFrontOf === undefined ? openServer(filesFolder, port) : requestingServer(filesFolder, { port, slicesPort, product: inFrontOf })}`
  return nginxSettings(ownFolder, http, { errors: 'stderr', events: 'worker_connections 2048;' })
}

function openServer(filesFolder: string, port: number): string {
  return `
  server {
    listen 127.0.0.1:${port} backlog=1024;
    root ${filesFolder};
  }`
}

/** Configured like deploy/nginx.conf, without TLS. */
function requestingServer(
  filesFolder: string,
  ports: { port: number; slicesPort: number; product: number },
): string {
  const files = `
    location /_media/ {
      internal;
      alias ${filesFolder}/;
    }`
  return `
  upstream product {
    server 127.0.0.1:${ports.product};
    keepalive 64;
  }
  upstream slices {
    server 127.0.0.1:${ports.slicesPort};
    keepalive 64;
  }
  proxy_http_version 1.1;
  server {
    listen 127.0.0.1:${ports.port} backlog=1024;
    location / {
      proxy_pass http://product;
      proxy_set_header Connection '';
      proxy_set_header X-Media-Slices offered;
    }
    location = /_slices {
      internal;
      slice 1m;
      proxy_pass http://slices$request_uri;
      proxy_set_header Range $slice_range;
      proxy_set_header If-Range '';
      proxy_set_header Connection '';
      proxy_buffers 8 32k;
      proxy_busy_buffers_size 64k;
    }${files}
  }
  server {
    listen 127.0.0.1:${ports.slicesPort} backlog=1024;
    location / {
      proxy_pass http://product;
      proxy_set_header Connection '';
      proxy_set_header X-Media-Slices slice;
    }${files}
  }`
}
