import { join } from 'node:path'
import { freePort } from '../../server/src/testing/free-port.ts'
import { PUSH_HOST } from './push-receiver.ts'
import { type RunningServer, startServer } from './running-server.ts'
import { compiledFolder, pushingServer, serverMain } from '../places.ts'

/** Starts the product on a data folder as `npm start` does, but with rate limits that are never reached. */
export async function startProduct(
  dataFolder: string,
  runFolder: string,
  settings: Record<string, string> = {},
): Promise<RunningServer> {
  return startProgram([serverMain], dataFolder, runFolder, settings)
}

/** Starts the product with a push service of this machine, whose certificate is in a file. */
export async function startPushing(
  dataFolder: string,
  runFolder: string,
  { port, authorityFile }: { port: number; authorityFile: string },
): Promise<RunningServer> {
  return startProgram([pushingServer, PUSH_HOST, String(port), authorityFile], dataFolder, runFolder, {})
}

async function startProgram(
  parameters: readonly string[],
  dataFolder: string,
  runFolder: string,
  settings: Record<string, string>,
): Promise<RunningServer> {
  const port = await freePort()
  return startServer({
    program: process.execPath,
    parameters,
    port,
    logFile: join(runFolder, `product-${port}.log`),
    // Every setting is given, so that neither the shell nor a .env file changes the measurement.
    env: {
      PATH: process.env['PATH'],
      MALLOC_ARENA_MAX: '1',
      NODE_COMPILE_CACHE: compiledFolder,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      SITE_TITLE: 'Archive',
      DATA_DIR: dataFolder,
      DATABASE_URL: '',
      SMTP_URL: '',
      APP_SECRET: '',
      MEDIA_URL: '',
      TRUST_PROXY: '',
      LOG_LEVEL: 'info',
      RATE_LIMIT_FACTOR: '1000000',
      RESERVED_DISK_MB: '1',
      ANALYSIS: 'off',
      ...settings,
    },
    isReady: (output) => output.includes('läuft: '),
  })
}
