import { type Config, readConfig } from '../config.ts'
import { commandName } from '#platform/command-name.ts'
import { requireMinimumVersions } from '#platform/minimum-versions.ts'
import { logTo } from '#platform/log.ts'
import { openServices } from '#app/open-services.ts'
import { operatorMessage } from '#app/operator-message.ts'
import { Refused } from '#platform/refused.ts'
import { restrictFilePermissions } from '#storage/disk/private-files.ts'
import { EXIT_BUSY } from '#maintenance/archive-command.ts'
import { FolderInUse } from '#maintenance/database/folder-lock.ts'
import type { Command, CommandBeside, Configure } from './command.ts'
import { limitHeapGrowth } from './limit-heap-growth.ts'
import { prepareEnvironment } from './service/prepare.ts'
import { UsageError } from './usage.ts'

/** Each is loaded when it is called, because all together need 13 MB. */
const commands: Record<string, () => Promise<Command | CommandBeside>> = {
  import: async () => (await import('./import-music.ts')).importMusicCommand,
  export: async () => (await import('./export.ts')).exportCommand,
  analyze: async () => (await import('./analyze.ts')).analyzeCommand,
  user: async () => (await import('./make-user.ts')).createUserCommand,
  admin: async () => (await import('./make-admin.ts')).createAdminCommand,
  key: async () => (await import('./make-key.ts')).createKeyCommand,
  'app-password': async () => (await import('./make-app-password.ts')).createAppPasswordCommand,
  migrate: async () => (await import('./migrate.ts')).migrateCommand,
  backup: async () => (await import('./backup.ts')).backupCommand,
  'backup-key': async () => (await import('./backup-key.ts')).backupKeyCommand,
  restore: async () => (await import('./restore.ts')).restoreCommand,
  rehearse: async () => (await import('./rehearse.ts')).rehearseCommand,
  verify: async () => (await import('./verify.ts')).verifyCommand,
  doctor: async () => (await import('./doctor.ts')).doctorCommand,
  db: async () => (await import('./db-copy.ts')).dbCommand,
  media: async () => (await import('./media-copy.ts')).mediaCommand,
}

async function usage(): Promise<string> {
  const all = await Promise.all(Object.values(commands).map(async (load) => load()))
  const lines = all.map(({ usage: form, summary }) => `  ${commandName()} ${form.padEnd(44)} ${summary}`)
  // Only deploy/tonarchiv has this command.
  const serve = `  ${commandName()} ${'serve'.padEnd(44)} Runs the server.`
  const shown = commandName() === 'tonarchiv' ? [...lines, serve] : lines
  return ['The archive’s command line:', ...shown].join('\n')
}

/** How long an ended or abandoned command may take to close its connections and remove its temporary files. */
const END_WITHIN_MS = 1000

/** A command goes through the archive once, so that a larger cache of SQLite gains nothing. */
const CACHE_KILOBYTES = 4000
/** The settings that a command has read last. */
let configured: Config | undefined

/** @returns the exit code */
async function main([name = '', ...parameters]: string[]): Promise<number> {
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (load === undefined) {
    console.log(await usage())
    return name === '' || name === 'help' || name === '--help' ? 0 : 1
  }
  // The doctor reports old versions among its other findings.
  if (name !== 'doctor') requireMinimumVersions()
  const command = await load()
  await prepareEnvironment()
  const configure: Configure = (others = {}) => {
    configured = { ...readConfig({ ...process.env, ...others }), logLevel: 'warn' }
    return configured
  }
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  // The channel closes when the server that started this command has ended. Its next start repeats the command.
  process.once('disconnect', () => {
    stop.abort()
    setTimeout(() => process.exit(1), END_WITHIN_MS).unref()
  })
  process.channel?.unref()
  if ('runBeside' in command) return command.runBeside(configure, parameters, stop.signal)
  const config = configure()
  const { services, close } = await openServices(config, {
    log: logTo(config.logLevel),
    writeLine: (line) => console.log(line),
    // One thread reads files faster than an import writes.
    probeThreads: 1,
    cacheKilobytes: CACHE_KILOBYTES,
  })
  try {
    return await command.run(services, parameters, stop.signal)
  } finally {
    await close()
  }
}

/** `parseArgs` of Node does not know an option, or misses its value. */
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
  if (error instanceof UsageError || isWrongOption(error))
    console.error(`${error.message}\n\n${await usage()}`)
  else if (error instanceof Refused)
    console.error([error.message, ...Object.values(error.details.fields ?? {})].join('\n'))
  else if (error instanceof DOMException && error.name === 'AbortError') console.error('Interrupted.')
  else {
    const message = operatorMessage(error, configured)
    if (message === undefined) throw error
    console.error(message)
  }
  process.exitCode = error instanceof FolderInUse ? EXIT_BUSY : 1
}
// pg leaves a connection open on which its own login has failed, such as one without a password.
setTimeout(() => process.exit(), END_WITHIN_MS).unref()
