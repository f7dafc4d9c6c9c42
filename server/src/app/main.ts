import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { buildApp } from './build-app.ts'
import { type Config, readConfig } from '#config.ts'
import { requireMinimumVersions } from '#platform/minimum-versions.ts'
import { describeUnknown } from '#platform/setting-names.ts'
import { createSetupToken } from '#features/auth/index.ts'
import { startHousekeeping } from './housekeeping.ts'
import { type Log, logTo } from '#platform/log.ts'
import { startMetricsListener } from '#metrics/metrics-listener.ts'
import { measureProcess } from '#metrics/process-metrics.ts'
import { openServices } from './open-services.ts'
import { operatorMessage } from './operator-message.ts'
import { loadSettingsFile } from './settings-file.ts'
import { startNightlyBackup } from '#maintenance/backup/nightly-backup.ts'
import { startRestoreRehearsal } from '#maintenance/backup/rehearsal/scheduled-rehearsal.ts'
import { startRevocationList } from '#maintenance/backup/revocation-list.ts'
import { findBackupIn } from '#maintenance/backup/find-backups.ts'
import { startIntegrityCheck } from '#maintenance/database/integrity-check.ts'
import type { Services } from '#services.ts'
import { requireBucket } from '#storage/s3/require-bucket.ts'
import { StorageUnavailable } from '#storage/storage-unavailable.ts'

/** How long running requests may take after SIGTERM. See docs/product.md §23.3. */
const END_WITHIN_MS = 10_000
/** How long the remaining steps may take after the last request. */
const LAST_STEPS_WITHIN_MS = 10_000
/** How long calls that fail with the disk have to receive their error. */
const SHUTDOWN_TIMEOUT_MS = 200

const fromRoot = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const writeLine = (line: string) => void process.stdout.write(`${line}\n`)

/** @returns a function that closes it */
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

/** A store that is unavailable may come back; one that refuses us needs other settings. */
async function checkStore({ storage }: Config, log: Log): Promise<void> {
  if (storage.kind !== 's3') return
  try {
    await requireBucket(storage.s3)
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error
    log.warn({ err: error }, 'the media storage does not answer yet')
  }
}

async function main(config: Config, log: Log): Promise<void> {
  /** The supervisor of this process restarts it, with the data that is really on the disk. */
  const giveUp = (error: unknown, why: string) => {
    log.fatal({ err: error }, why)
    setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS)
  }
  await checkStore(config, log)
  const { services, close } = await openServices(config, {
    log,
    writeLine,
    // From now on nothing is written.
    onBrokenDisk: (error) => giveUp(error, 'the disk under the database has failed'),
  })
  const webFolder = fromRoot('web/dist')
  // In development the Vite server serves the pages; those in the folder may be outdated.
  const hasPages = existsSync(webFolder) && !process.argv.includes('--without-pages')
  const { server, draining } = await buildApp(services, hasPages ? { webFolder } : {})

  const stopHousekeeping = startHousekeeping(services)
  const stopBackups = startNightlyBackup(services)
  const stopRehearsals = startRestoreRehearsal(services)
  const stopRevocationList = startRevocationList(services)
  const stopMetrics = await openMetrics(services)

  let stopCheck = async () => {}
  let isEnding = false
  const end = async (signal: NodeJS.Signals) => {
    if (isEnding) return
    isEnding = true
    log.info({ signal }, 'stopping; running calls get their time to end')
    draining.begin()
    await pause(config.drainMs)
    setTimeout(() => process.exit(0), END_WITHIN_MS + LAST_STEPS_WITHIN_MS).unref()
    // A client that streams a whole album would otherwise delay the closing of the database.
    setTimeout(() => server.server.closeAllConnections(), END_WITHIN_MS).unref()
    await server.close()
    await stopHousekeeping()
    await stopBackups()
    await stopRehearsals()
    await stopRevocationList()
    await stopMetrics()
    await stopCheck()
    await close()
    log.info('stopped')
    process.exit(0)
  }
  process.once('SIGTERM', (signal) => void end(signal))
  process.once('SIGINT', (signal) => void end(signal))

  const setupToken = await createSetupToken(services)
  await server.listen({ port: config.port, host: config.host })
  writeLine(`${config.siteTitle} läuft: ${config.publicUrl}`)
  if (setupToken !== undefined)
    writeLine(`Einrichten (einmalig): ${config.publicUrl}/register?setup=${setupToken}`)
  const findBackup = findBackupIn(services.config.backup?.to)
  stopCheck = startIntegrityCheck(services, findBackup, (missing) => giveUp(missing, missing.message))
}

let config: Config | undefined
try {
  requireMinimumVersions()
  const unknown = loadSettingsFile()
  config = readConfig(process.env)
  const log = logTo(config.logLevel)
  for (const setting of unknown) log.warn({ setting: setting.name }, describeUnknown(setting))
  await main(config, log)
} catch (error) {
  const message = operatorMessage(error, config)
  if (message === undefined) throw error
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
