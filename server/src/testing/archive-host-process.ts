import { fileURLToPath } from 'node:url'
import { openServer } from '#app/open-server.ts'
import type { OpenServer } from '#app/serve-archive.ts'
import { openProbePool } from '#audio-probe/pool/probe-pool.ts'
import { readConfig } from '#config.ts'
import { logTo } from '#platform/log.ts'
import type { HostReply, HostRequest } from './archive-host.ts'

/*
 * A process that serves one archive after the other, each as `app/main.ts` does, but without handling signals. One
 * process for several archives saves time: loading and compiling the server takes more processor time than its work for
 * most journeys.
 */
const webFolder = fileURLToPath(new URL('../../../web/dist', import.meta.url))
const probe = openProbePool()
let server: OpenServer | undefined

async function handle(request: HostRequest): Promise<HostReply> {
  if ('stop' in request) {
    await server?.stop()
    return { setupLink: null }
  }
  const config = readConfig(request.open)
  const log = logTo(config.logLevel)
  server = await openServer(config, {
    log,
    writeLine: () => {},
    giveUp: (error, why) => {
      log.fatal({ err: error }, why)
      process.exit(1)
    },
    webFolder,
    probe,
  })
  return { setupLink: (await server.listen()) ?? null }
}

process.on('message', (request: HostRequest) => {
  handle(request).then(
    (reply) => process.send?.(reply),
    (error: unknown) => process.send?.({ error: String(error) } satisfies HostReply),
  )
})
// The process must not outlive the tests that started it.
process.on('disconnect', () => process.exit(0))
