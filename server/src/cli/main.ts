import { type Config, readConfig } from '../config.ts'
import { commandName } from '#platform/command-name.ts'
import { requireMinimumVersions } from '#platform/minimum-versions.ts'
import { logTo } from '#platform/log.ts'
import { Refused } from '#platform/refused.ts'
import { restrictFilePermissions } from '#storage/disk/private-files.ts'
import { EXIT_BUSY } from '#maintenance/archive-command.ts'
import { FolderInUse } from '#maintenance/database/folder-lock.ts'
import type { Configure } from './command.ts'
import { commands } from './commands.ts'
import { limitHeapGrowth } from './limit-heap-growth.ts'
import { prepareEnvironment } from './service/prepare.ts'
import { UsageError } from './usage.ts'

function usage(): string {
  const lines = Object.values(commands).map(
    ({ usage: form, summary }) => `  ${commandName()} ${form.padEnd(44)} ${summary}`,
  )
  // Only the script deploy/tonarchiv has the command `serve`.
  const serve = `  ${commandName()} ${'serve'.padEnd(44)} Runs the server.`
  const shown = commandName() === 'tonarchiv' ? [...lines, serve] : lines
  return ['The archive’s command line:', ...shown].join('\n')
}

/** Maximum time that an ended or abandoned command may take to close its connections and remove its temporary files. */
const END_WITHIN_MS = 1000

/** A command reads the archive only once, so a larger cache of SQLite gains nothing. */
const CACHE_KILOBYTES = 4000
/** The settings that were read most recently. */
let configured: Config | undefined

/**
 * Runs a command.
 * @returns the exit code
 */
async function main([name = '', ...parameters]: string[]): Promise<number> {
  const listed = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (listed === undefined) {
    console.log(usage())
    return name === '' || name === 'help' || name === '--help' ? 0 : 1
  }
  // The command `doctor` itself reports old versions among its other findings.
  if (name !== 'doctor') requireMinimumVersions()
  const command = await listed.load()
  // Loaded before the account may change, because another account may not read the cache of compiled code.
  if ('run' in command) await import('#app/open-services.ts')
  await prepareEnvironment()
  const configure: Configure = (others = {}) => {
    configured = { ...readConfig({ ...process.env, ...others }), logLevel: 'warn' }
    return configured
  }
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  // The channel closes when the server that started this command has ended. When that server starts again, it repeats
  // the command.
  process.once('disconnect', () => {
    stop.abort()
    setTimeout(() => process.exit(1), END_WITHIN_MS).unref()
  })
  process.channel?.unref()
  if ('runBeside' in command) return command.runBeside(configure, parameters, stop.signal)
  const config = configure()
  const { openServices } = await import('#app/open-services.ts')
  const { services, close } = await openServices(config, {
    log: logTo(config.logLevel),
    writeLine: (line) => console.log(line),
    // One thread reads media files faster than an import can write them.
    probeThreads: 1,
    cacheKilobytes: CACHE_KILOBYTES,
  })
  try {
    return await command.run(services, parameters, stop.signal)
  } finally {
    await close()
  }
}

/** Whether `parseArgs` of Node reports an unknown option or a missing value. */
function isWrongOption(error: unknown): error is Error {
  return (
    error instanceof TypeError &&
    'code' in error &&
    typeof error.code === 'string' &&
    error.code.startsWith('ERR_PARSE_ARGS_')
  )
}

limitHeapGrowth()
restrictFilePermissions()
try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  if (error instanceof UsageError || isWrongOption(error)) console.error(`${error.message}\n\n${usage()}`)
  else if (error instanceof Refused)
    console.error([error.message, ...Object.values(error.details.fields ?? {})].join('\n'))
  else if (error instanceof DOMException && error.name === 'AbortError') console.error('Interrupted.')
  else {
    // Only few commands fail, and describing a fault loads the clients of database and storage.
    const { operatorMessage } = await import('#app/operator-message.ts')
    const message = operatorMessage(error, configured)
    if (message === undefined) throw error
    console.error(message)
  }
  process.exitCode = error instanceof FolderInUse ? EXIT_BUSY : 1
}
// Ends the process even if a connection is open. After a failed login, such as one without a password, pg leaves its
// connection open.
setTimeout(() => process.exit(), END_WITHIN_MS).unref()
