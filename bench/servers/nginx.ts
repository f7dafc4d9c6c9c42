import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { type RunningServer, startServer } from './running-server.ts'

/** nginx's version, or undefined when it is not installed. */
export function nginxVersion(): string | undefined {
  const { status, stderr } = spawnSync('nginx', ['-v'], { encoding: 'utf8' })
  return status === 0 ? /nginx\/(\S+)/.exec(stderr)?.[1] : undefined
}

/** nginx with one process that gives out a folder's files, the fastest way it has and without a log of its own. */
export async function startNginx(filesFolder: string, runFolder: string): Promise<RunningServer> {
  const port = await freePort()
  const config = join(runFolder, 'nginx.conf')
  await writeFile(config, configOf(filesFolder, runFolder, port))
  return startServer({
    program: 'nginx',
    parameters: ['-p', runFolder, '-e', 'stderr', '-c', config],
    port,
    logFile: join(runFolder, 'nginx.log'),
    env: { PATH: process.env['PATH'] },
    isReady: async () => isListening(port),
  })
}

function configOf(filesFolder: string, runFolder: string, port: number): string {
  const ownFolders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `
daemon off;
master_process off;
pid ${join(runFolder, 'nginx.pid')};
error_log stderr;
events { worker_connections 2048; }
http {
${ownFolders.map((name) => `  ${name}_temp_path ${join(runFolder, name)};`).join('\n')}
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_timeout 72s;
  keepalive_requests 1000000;
  default_type audio/mpeg;
  server {
    listen 127.0.0.1:${port} backlog=1024;
    root ${filesFolder};
  }
}
`
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
