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
import { backupCommand } from './backup.ts'
import { backupKeyCommand } from './backup-key.ts'
import type { Command, CommandBeside, Configure } from './command.ts'
import { dbCommand } from './db-copy.ts'
import { doctorCommand } from './doctor.ts'
import { exportCommand } from './export.ts'
import { importMusicCommand } from './import-music.ts'
import { limitHeapGrowth } from './limit-heap-growth.ts'
import { createAdminCommand } from './make-admin.ts'
import { createKeyCommand } from './make-key.ts'
import { createUserCommand } from './make-user.ts'
import { mediaCommand } from './media-copy.ts'
import { migrateCommand } from './migrate.ts'
import { rehearseCommand } from './rehearse.ts'
import { restoreCommand } from './restore.ts'
import { prepareEnvironment } from './service/prepare.ts'
import { UsageError } from './usage.ts'
import { verifyCommand } from './verify.ts'

const commands: Record<string, Command | CommandBeside> = {
  import: importMusicCommand,
  export: exportCommand,
  user: createUserCommand,
  admin: createAdminCommand,
  key: createKeyCommand,
  migrate: migrateCommand,
  backup: backupCommand,
  'backup-key': backupKeyCommand,
  restore: restoreCommand,
  rehearse: rehearseCommand,
  verify: verifyCommand,
  doctor: doctorCommand,
  db: dbCommand,
  media: mediaCommand,
}

function usage(): string {
  const lines = Object.values(commands).map(
    ({ usage: form, summary }) => `  ${commandName()} ${form.padEnd(44)} ${summary}`,
  )
  // Only deploy/tonarchiv knows it.
  const serve = `  ${commandName()} ${'serve'.padEnd(44)} Runs the server.`
  const all = commandName() === 'tonarchiv' ? [...lines, serve] : lines
  return ['The archive’s command line:', ...all].join('\n')
}

/** How long an ended or abandoned command may take to close its connections and remove its temporary files. */
const END_WITHIN_MS = 1000

/** The settings that a command has read last. */
let configured: Config | undefined

/** @returns the exit code */
async function main([name = '', ...parameters]: string[]): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) {
    console.log(usage())
    return name === '' || name === 'help' || name === '--help' ? 0 : 1
  }
  // The doctor reports it among its other findings.
  if (command !== doctorCommand) requireMinimumVersions()
  await prepareEnvironment()
  const configure: Configure = (others = {}) => {
    configured = { ...readConfig({ ...process.env, ...others }), logLevel: 'warn' }
    return configured
  }
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  // The server that has started this command is gone; its next start begins anew.
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
    // An import writes more slowly than one thread reads.
    probeThreads: 1,
  })
  try {
    return await command.run(services, parameters, stop.signal)
  } finally {
    await close()
  }
}

limitHeapGrowth()
restrictFilePermissions()
try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  if (error instanceof UsageError) console.error(`${error.message}\n\n${usage()}`)
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
