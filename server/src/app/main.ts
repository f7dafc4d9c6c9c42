import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Config, readConfig } from '#config.ts'
import { requireMinimumVersions } from '#platform/minimum-versions.ts'
import { describeUnknown } from '#platform/setting-names.ts'
import { type Log, logTo } from '#platform/log.ts'
import { collectGarbage, collectGarbageWhenIdle } from './collect-garbage.ts'
import { END_WITHIN_MS } from './end-within.ts'
import { loadSettingsFile } from './settings-file.ts'

/** Maximum time for the remaining steps of a stop after the last request has ended. */
const LAST_STEPS_WITHIN_MS = 10_000
/**
 * When the disk has failed, the process waits this long before it exits, so that running calls can send their error.
 * The supervisor then restarts the process.
 */
const SHUTDOWN_TIMEOUT_MS = 200

const fromRoot = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const writeLine = (line: string) => void process.stdout.write(`${line}\n`)

async function main(config: Config, log: Log): Promise<void> {
  const webFolder = fromRoot('web/dist')
  // In development the Vite server serves the pages; those in the folder may be outdated.
  const hasPages = existsSync(webFolder) && !process.argv.includes('--without-pages')
  // Loaded after the settings, so that wrong settings are reported at once.
  const { openServer } = await import('./open-server.ts')
  const server = await openServer(config, {
    log,
    writeLine,
    giveUp: (error, why) => {
      log.fatal({ err: error }, why)
      setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS)
    },
    ...(hasPages && { webFolder }),
  })

  let isEnding = false
  const end = async (signal: NodeJS.Signals) => {
    if (isEnding) return
    isEnding = true
    log.info({ signal }, 'stopping; running calls get their time to end')
    setTimeout(() => process.exit(0), config.drainMs + END_WITHIN_MS + LAST_STEPS_WITHIN_MS).unref()
    await server.stop()
    log.info('stopped')
    process.exit(0)
  }
  process.once('SIGTERM', (signal) => void end(signal))
  process.once('SIGINT', (signal) => void end(signal))

  // Loading the modules and the archive leaves about 50 MB of garbage.
  collectGarbage()
  collectGarbageWhenIdle()
  const setupLink = await server.listen()
  writeLine(`${config.siteTitle} läuft: ${config.publicUrl}`)
  if (setupLink !== undefined) writeLine(`Einrichten (einmalig): ${setupLink}`)
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
  const { operatorMessage } = await import('./operator-message.ts')
  const message = operatorMessage(error, config)
  if (message === undefined) throw error
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
