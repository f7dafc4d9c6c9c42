import { setTimeout as pause } from 'node:timers/promises'
import { createSetupToken } from '#features/auth/index.ts'
import { findBackupIn } from '#maintenance/backup/find-backups.ts'
import { startNightlyBackup } from '#maintenance/backup/nightly-backup.ts'
import { startRestoreRehearsal } from '#maintenance/backup/rehearsal/scheduled-rehearsal.ts'
import { startRevocationList } from '#maintenance/backup/revocation-list.ts'
import { startIntegrityCheck } from '#maintenance/database/integrity-check.ts'
import { startMetricsListener } from '#metrics/metrics-listener.ts'
import { measureProcess } from '#metrics/process-metrics.ts'
import type { Services } from '#services.ts'
import { buildApp } from './build-app.ts'
import { END_WITHIN_MS } from './end-within.ts'
import { startHousekeeping } from './housekeeping.ts'
import type { OpenServices } from './open-services.ts'

export interface OpenServer {
  /**
   * Starts to listen.
   * @returns the URL at which the first admin is set up; undefined if there is an admin
   */
  listen: () => Promise<string | undefined>
  /** Lets running requests end within `END_WITHIN_MS`, stops background work and closes the database. */
  stop: () => Promise<void>
}

/** See `ServerOptions` of open-server.ts. `close` is called as the last step of a stop. */
interface ServingOptions extends Pick<OpenServices, 'close'> {
  giveUp: (error: unknown, why: string) => void
  webFolder?: string
}

/** Builds the server of an archive and starts its background work. The server does not listen yet. */
export async function serveArchive(
  services: Services,
  { close, giveUp, webFolder }: ServingOptions,
): Promise<OpenServer> {
  const { config } = services
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
