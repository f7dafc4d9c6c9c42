import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { type RunningServer, startServer } from './running-server.ts'

/** Starts the floor on a product's database. */
export async function startFloor(databasePath: string, runFolder: string): Promise<RunningServer> {
  const port = await freePort()
  return startServer({
    program: process.execPath,
    parameters: [fileURLToPath(new URL('floor-server.ts', import.meta.url)), databasePath, String(port)],
    port,
    logFile: join(runFolder, `floor-${port}.log`),
    env: { PATH: process.env['PATH'] },
    isReady: (said) => said.includes('ready'),
  })
}
