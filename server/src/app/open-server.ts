import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '#config.ts'
import type { ProbePool } from '#audio-probe/pool/probe-pool.ts'
import { createSetupToken } from '#features/auth/index.ts'
import { findBackupIn } from '#maintenance/backup/find-backups.ts'
import { startNightlyBackup } from '#maintenance/backup/nightly-backup.ts'
import { startRestoreRehearsal } from '#maintenance/backup/rehearsal/scheduled-rehearsal.ts'
import { startRevocationList } from '#maintenance/backup/revocation-list.ts'
import { startIntegrityCheck } from '#maintenance/database/integrity-check.ts'
import { startMetricsListener } from '#metrics/metrics-listener.ts'
import { measureProcess } from '#metrics/process-metrics.ts'
import type { Log } from '#platform/log.ts'
import type { Services } from '#services.ts'
import { requireBucket } from '#storage/s3/require-bucket.ts'
import { StorageUnavailable } from '#storage/storage-unavailable.ts'
import { buildApp } from './build-app.ts'
import { startHousekeeping } from './housekeeping.ts'
import { openServices } from './open-services.ts'

/** How long running requests may take after the stop has begun. See docs/product.md §23.3. */
export const END_WITHIN_MS = 10_000

export interface OpenServer {
  /**
   * Starts to listen.
   * @returns the URL at which the first admin is set up; undefined if there is an admin
   */
  listen: () => Promise<string | undefined>
  /** Lets running requests end within `END_WITHIN_MS`, stops background work and closes the database. */
  stop: () => Promise<void>
}

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
  const { server, draining } = await buildApp(services, { ...(webFolder !== undefined && { webFolder }) })

  const stopHousekeeping = startHousekeeping(services)
  const stopBackups = startNightlyBackup(services)
  const stopRehearsals = startRestoreRehearsal(services)
  const stopRevocationList = startRevocationList(services)
  const stopMetrics = await openMetrics(services)

  let stopCheck = async () => {}

  return {
    listen: async () => {
      const setupToken = await createSetupToken(services)
      await server.listen({ port: config.port, host: config.host })
      const findBackup = findBackupIn(config.backup?.to)
      stopCheck = startIntegrityCheck(services, findBackup, (missing) => giveUp(missing, missing.message))
      return setupToken && `${config.publicUrl}/register?setup=${setupToken}`
    },
    stop: async () => {
      draining.begin()
      await pause(config.drainMs)
      // Ends requests that still run after the time limit. A client that downloads a whole album would otherwise delay
      // the closing of the database.
      const cut = setTimeout(() => server.server.closeAllConnections(), END_WITHIN_MS)
      await server.close()
      clearTimeout(cut)
      await stopHousekeeping()
      await stopBackups()
      await stopRehearsals()
      await stopRevocationList()
      await stopMetrics()
      await stopCheck()
      await close()
    },
  }
}

/**
 * Starts the listener for metrics if they are configured.
 * @returns a function that closes the listener
 */
async function openMetrics({ config, metrics, log }: Services): Promise<() => Promise<void>> {
  if (!metrics.areRead) return async () => {}
  const stopLooking = measureProcess(metrics)
  const { listen, token } = config.metrics
  const listener = listen && (await startMetricsListener(metrics, { ...listen, token }))
  if (listener !== undefined) log.info({ port: listener.port }, 'metrics can be read')
  return async () => {
    stopLooking()
    await listener?.close()
  }
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
