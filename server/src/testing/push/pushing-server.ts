/** Starts the server for tests. It sends push messages to a local push service instead of the public ones. */
import { readFileSync } from 'node:fs'
import { openServer } from '#app/open-server.ts'
import { readConfig } from '#config.ts'
import { logTo } from '#platform/log.ts'

// The folder of the built pages is optional.
const [pushHost = '', port = '', authorityFile = '', webFolder] = process.argv.slice(2)
const config = readConfig(process.env)
const server = await openServer(
  {
    ...config,
    pushConnection: {
      resolve: async (host) => (host === pushHost ? ['127.0.0.1'] : []),
      isAllowed: (address) => address === '127.0.0.1',
      port: Number(port),
      authority: readFileSync(authorityFile, 'utf8'),
    },
  },
  {
    log: logTo(config.logLevel),
    writeLine: (line) => void process.stdout.write(`${line}\n`),
    giveUp: () => process.exit(1),
    ...(webFolder !== undefined && { webFolder }),
  },
)
const setupLink = await server.listen()
process.stdout.write(`läuft: ${config.publicUrl}\n${setupLink ?? ''}\n`)
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)))
