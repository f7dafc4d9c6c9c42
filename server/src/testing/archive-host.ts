import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('archive-host-process.ts', import.meta.url))

/** A request to start a server with these settings, or to stop the running server. */
export type HostRequest = { open: Record<string, string> } | { stop: true }
export type HostReply = { setupLink: string | null } | { error: string }

/** A server on the data of an archive. */
export interface ArchiveServer {
  /** Waits for the one-time link for the setup. Only the first server on new data has such a link. */
  setupLink: () => Promise<string>
  end: () => Promise<void>
}

/** Starts a server with these settings. */
export type Launch = (settings: Record<string, string>) => ArchiveServer

/** A process that serves one archive after the other. */
export interface ArchiveHost {
  launch: Launch
  end: () => Promise<void>
}

export function startArchiveHost(): ArchiveHost {
  const host = spawn(process.execPath, [program], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })

  async function request(what: HostRequest): Promise<string | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<HostReply>()
    const ended = () => reject(new Error('The process that serves archives has ended'))
    if (!host.connected) ended()
    host.once('message', resolve)
    host.once('exit', ended)
    host.send(what)
    const reply = await promise.finally(() => host.off('message', resolve).off('exit', ended))
    if ('error' in reply) throw new Error(`The archive could not be served: ${reply.error}`)
    return reply.setupLink ?? undefined
  }

  return {
    launch: (settings) => {
      const opening = request({ open: settings })
      return {
        setupLink: async () => {
          const link = await opening
          if (link === undefined) throw new Error('The archive has an admin already')
          return link
        },
        end: async () => {
          await opening
          await request({ stop: true })
        },
      }
    },
    end: async () => {
      host.disconnect()
      if (host.exitCode === null) await once(host, 'exit')
    },
  }
}
