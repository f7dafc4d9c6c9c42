import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { connect } from 'node:net'
import { delimiter, join } from 'node:path'

/** nginx from the setting that `npm test` passes or from PATH; undefined when there is none. */
export function findNginx(): string | undefined {
  const given = process.env['NGINX']
  if (given !== undefined && given !== '') return given
  for (const folder of [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']) {
    const path = join(folder, 'nginx')
    try {
      accessSync(path, constants.X_OK)
      return path
    } catch {
      // The program is not in this folder.
    }
  }
  return undefined
}

/**
 * A configuration for a single foreground process that writes into one folder only; `http` is the content of
 * its http block.
 */
export function nginxSettings(
  folder: string,
  http: string,
  { errors, events = '' }: { errors: string; events?: string },
): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `
daemon off;
master_process off;
pid ${join(folder, 'nginx.pid')};
error_log ${errors};
events { ${events} }
http {
${temporary.map((name) => `  ${name}_temp_path ${join(folder, name)};`).join('\n')}
${http}
}
`
}

/** Whether a program on this machine accepts connections on this port. */
export async function isListening(port: number): Promise<boolean> {
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
