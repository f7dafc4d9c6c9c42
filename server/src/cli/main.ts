import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readConfig, WrongSettings } from '../config.ts'
import { DependenciesTooOld, requireMinimumVersions } from '#platform/minimum-versions.ts'
import { DatabaseTooNew } from '#database/migrate.ts'
import { logTo } from '#platform/log.ts'
import { openServices } from '#app/open-services.ts'
import { Refused } from '#platform/refused.ts'
import { DiskReserved } from '#features/music-import/index.ts'
import { restrictFilePermissions } from '#storage/disk/private-files.ts'
import { EXIT_BUSY } from '#maintenance/archive-command.ts'
import { CannotRestore } from '#maintenance/backup/cannot-restore.ts'
import { CopyDiffers } from '#maintenance/database/copy-rows.ts'
import { TargetNotEmpty } from '#maintenance/database/database-copy.ts'
import { CannotExport, WrongIndex } from '#features/archive-export/index.ts'
import { FolderInUse } from '#maintenance/database/folder-lock.ts'
import { MediaMissing } from '#maintenance/media-presence.ts'
import { ArchiveMissing } from '#maintenance/database/prepare-database.ts'
import { backupCommand } from './backup.ts'
import type { Command, CommandBeside, Configure } from './command.ts'
import { dbCommand } from './db-copy.ts'
import { doctorCommand } from './doctor.ts'
import { exportCommand } from './export.ts'
import { importMusicCommand } from './import-music.ts'
import { createAdminCommand } from './make-admin.ts'
import { createKeyCommand } from './make-key.ts'
import { createUserCommand } from './make-user.ts'
import { mediaCommand } from './media-copy.ts'
import { migrateCommand } from './migrate.ts'
import { restoreCommand } from './restore.ts'
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
  restore: restoreCommand,
  verify: verifyCommand,
  doctor: doctorCommand,
  db: dbCommand,
  media: mediaCommand,
}

function usage(): string {
  const lines = Object.values(commands).map(
    ({ usage: form, summary }) => `  npm run archive -- ${form.padEnd(44)} ${summary}`,
  )
  return ['The archive’s command line:', ...lines].join('\n')
}

/** How long an abandoned command may take to remove its temporary files. */
const END_WITHIN_MS = 1000

const envFile = fileURLToPath(new URL('../../../.env', import.meta.url))

/** @returns the exit code */
async function main([name = '', ...parameters]: string[]): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) {
    console.log(usage())
    return name === '' || name === 'help' || name === '--help' ? 0 : 1
  }
  // The doctor reports it among its other findings.
  if (command !== doctorCommand) requireMinimumVersions()
  if (existsSync(envFile)) process.loadEnvFile(envFile)
  const configure: Configure = (others = {}) => ({
    ...readConfig({ ...process.env, ...others }),
    logLevel: 'warn',
  })
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

/** Errors whose message contains all that the operator needs. */
const expected = [
  WrongSettings,
  DependenciesTooOld,
  DatabaseTooNew,
  ArchiveMissing,
  FolderInUse,
  CannotRestore,
  CannotExport,
  WrongIndex,
  TargetNotEmpty,
  CopyDiffers,
  DiskReserved,
  MediaMissing,
]

restrictFilePermissions()
try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  if (error instanceof UsageError) console.error(`${error.message}\n\n${usage()}`)
  else if (error instanceof Refused)
    console.error([error.message, ...Object.values(error.details.fields ?? {})].join('\n'))
  else if (expected.some((kind) => error instanceof kind))
    console.error(error instanceof Error ? error.message : error)
  else if (error instanceof DOMException && error.name === 'AbortError') console.error('Interrupted.')
  else throw error
  process.exitCode = error instanceof FolderInUse ? EXIT_BUSY : 1
}
