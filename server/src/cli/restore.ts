import { existsSync, statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openStorage } from '#storage/backends/open-storage.ts'
import { openBackupDestination } from '#maintenance/backup/open-backup-destination.ts'
import type { Renewed } from '#maintenance/backup/renew-copy.ts'
import { restoreBackup, restoreDatabaseFile } from '#maintenance/backup/restore-backup.ts'
import type { CommandBeside } from './command.ts'
import { showProgress } from './progress.ts'
import { UsageError } from './usage.ts'

export const restoreCommand: CommandBeside = {
  runBeside: async (configure, parameters) => {
    const { values } = parseArgs({
      args: parameters,
      options: {
        from: { type: 'string' },
        backup: { type: 'string' },
        to: { type: 'string' },
        identity: { type: 'string' },
        force: { type: 'boolean', default: false },
      },
    })
    const { from, backup: id, to, identity, force } = values
    if (from === undefined) throw new UsageError('Where from? Give --from.')
    const config = configure({
      ...(to === undefined ? {} : { DATA_DIR: to }),
      ...(identity === undefined ? {} : { BACKUP_IDENTITY_FILE: identity }),
    })
    const target = { dataFolder: config.dataFolder, database: config.database }
    const where = config.database.kind === 'sqlite' ? config.dataFolder : 'PostgreSQL'
    if (existsSync(from) && statSync(from).isFile()) {
      const { aside, renewed } = await restoreDatabaseFile(from, target, force)
      console.log(`The database of ${from} is in ${where} now; media are as they were.`)
      reportRenewed(renewed)
      if (aside !== undefined) console.log(`The former database: ${aside}`)
      return 0
    }
    const destination = openBackupDestination(from, config)
    const storage = await openStorage(config)
    const progress = showProgress(process.stdout)
    try {
      const { generation, newFiles, lostFiles, aside, renewed } = await restoreBackup(
        destination,
        { ...target, storage },
        { id, force, onFile: (done, inAll) => progress.show(done, inAll, 'media') },
      )
      progress.end()
      const { media } = generation.manifest
      console.log(
        `The backup of ${generation.manifest.madeAt} is in ${where} now: ${media.files} files, ${newFiles} of them brought back, in ${progress.seconds().toFixed(1)} s.`,
      )
      reportRenewed(renewed)
      if (aside !== undefined) console.log(`The former database: ${aside}`)
      const broken = media.missing.length + media.damaged.length
      if (broken > 0)
        console.log(
          `${broken} files were missing or damaged in the archive already; ${broken - lostFiles} of them came back from older backups.`,
        )
      return 0
    } finally {
      storage.close()
      destination.close()
    }
  },
}

function reportRenewed({ sessions, links, letters, revoked }: Renewed): void {
  console.log(
    `Everybody has to log in again: ${sessions} sessions, ${links} one-time links and ${letters} unsent letters of the backup are gone.`,
  )
  const again = [
    [revoked.account, 'accounts were deleted again'],
    [revoked.message, 'chat messages were deleted again'],
    [
      revoked.password,
      'passwords that were replaced do not fit any more; a new one is set by "Passwort vergessen?"',
    ],
    [revoked['app-password'], 'app passwords stay revoked'],
    [revoked['access-key'], 'access keys stay withdrawn or used'],
    [revoked['access-grant'], 'members stay without access that was taken from them'],
    [revoked.passkey, 'passkeys stay removed'],
    [
      revoked.authenticator,
      'authenticator apps stay removed; their accounts are protected by the password alone',
    ],
    [revoked['recovery-code'], 'recovery codes stay used or replaced'],
    [revoked['trusted-device'], 'devices stay untrusted'],
  ] as const
  for (const [count, text] of again) if (count > 0) console.log(`Since the backup: ${count} ${text}.`)
  console.log('Rights of admins and access to the archive are as they were in the backup: look them through.')
}
