import type { Config } from '#config.ts'
import type { ProbePool } from '#audio-probe/pool/probe-pool.ts'
import type { Log } from '#platform/log.ts'
import { requireBucket } from '#storage/s3/require-bucket.ts'
import { StorageUnavailable } from '#storage/storage-unavailable.ts'
import { openServices } from './open-services.ts'
import type { OpenServer } from './serve-archive.ts'

export interface ServerOptions {
  log: Log
  /** Prints a line for the operator. */
  writeLine: (line: string) => void
  /** Called when the server cannot store data any more. The process should then end, and its supervisor restart it. */
  giveUp: (error: unknown, why: string) => void
  /** The folder of the built pages. Without it the server serves no pages. */
  webFolder?: string
  /** See `openServices`. */
  probe?: ProbePool
}

/** Opens the whole server of one archive with its background work. The server does not listen yet. */
export async function openServer(
  config: Config,
  { log, writeLine, giveUp, webFolder, probe }: ServerOptions,
): Promise<OpenServer> {
  await checkStore(config, log)
  const { services, close } = await openServices(config, {
    log,
    writeLine,
    // This process stores no more data after this error.
    onBrokenDisk: (error) => giveUp(error, 'the disk under the database has failed'),
    ...(probe && { probe }),
  })
  // Loaded now, so that a server that cannot open its archive reports this without loading its routes.
  const { serveArchive } = await import('./serve-archive.ts')
  return serveArchive(services, { close, giveUp, ...(webFolder !== undefined && { webFolder }) })
}

/**
 * Checks access to the S3 store. If the store is unavailable, only a warning is logged, because it may answer later. If
 * it rejects our settings, the server does not start.
 */
async function checkStore({ storage }: Config, log: Log): Promise<void> {
  if (storage.kind !== 's3') return
  try {
    await requireBucket(storage.s3)
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error
    log.warn({ err: error }, 'the media storage does not answer yet')
  }
}
