import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { freePort } from '../../server/src/testing/free-port.ts'
import { type RunningServer, startServer } from './running-server.ts'

/**
 * Starts the floor of calls on a product's database. A floor is a server that does only the least necessary work, so
 * that the product's own cost can be compared with it.
 */
export async function startFloor(databasePath: string, runFolder: string): Promise<RunningServer> {
  return startBareNode('floor-server.ts', databasePath, runFolder)
}

/** Starts the floor of calls whose statements were recorded in a file. */
export async function startStatements(
  databasePath: string,
  recordedPath: string,
  runFolder: string,
): Promise<RunningServer> {
  return startBareNode('statements-server.ts', databasePath, runFolder, recordedPath)
}

/** Starts the floor of streams on a folder of files. */
export async function startBareStreams(filesFolder: string, runFolder: string): Promise<RunningServer> {
  return startBareNode('bare-stream-server.ts', filesFolder, runFolder)
}

/** Starts the floor of uploads, which writes into a folder. */
export async function startBareUploads(folder: string, runFolder: string): Promise<RunningServer> {
  return startBareNode('bare-upload-server.ts', folder, runFolder)
}

/** Starts the floor of sockets. `send`: calls the library's `send` for each socket. `once`: builds the frame once. */
export async function startBareSockets(way: 'send' | 'once', runFolder: string): Promise<RunningServer> {
  return startBareNode('bare-socket-server.ts', way, runFolder)
}

async function startBareNode(
  file: string,
  works: string,
  runFolder: string,
  ...further: readonly string[]
): Promise<RunningServer> {
  const port = await freePort()
  return startServer({
    program: process.execPath,
    parameters: [fileURLToPath(new URL(file, import.meta.url)), works, ...further, String(port)],
    port,
    logFile: join(runFolder, `floor-${port}.log`),
    env: { PATH: process.env['PATH'] },
    isReady: (output) => output.includes('ready'),
  })
}
