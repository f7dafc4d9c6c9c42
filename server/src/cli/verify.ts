import { parseArgs } from 'node:util'
import type { Config } from '#config.ts'
import { openStorage } from '#storage/backends/open-storage.ts'
import { openBackupDestination } from '#maintenance/backup/open-backup-destination.ts'
import { type Findings, verifyArchive } from '#maintenance/verify/verify-archive.ts'
import { describeFiles } from '#maintenance/describe-files.ts'
import { type BackupFindings, verifyBackups } from '#maintenance/verify/verify-backups.ts'
import { lockBackups } from '#maintenance/database/folder-lock.ts'
import type { Command } from './command.ts'
import { megabytes } from './megabytes.ts'
import { showProgress } from './progress.ts'
import { UsageError } from './usage.ts'

const SHOWN = 50

export const verifyCommand: Command = {
  run: async ({ config, db, now }, parameters) => {
    const { values } = parseArgs({
      args: parameters,
      options: {
        quick: { type: 'boolean', default: false },
        backups: { type: 'boolean', default: false },
        mend: { type: 'boolean', default: false },
        from: { type: 'string' },
      },
    })
    const from = values.from ?? config.backup?.to
    if (values.backups) return verifyPlace(config, from, values.mend)
    const backups = from === undefined ? undefined : openBackupDestination(from, config)
    const storage = await openStorage(config)
    const progress = showProgress(process.stdout)
    try {
      const findings = await verifyArchive(
        { db, storage, now },
        {
          readsBytes: !values.quick,
          mends: values.mend,
          backups,
          onFile: (files) => progress.show(files, files, 'read'),
        },
      )
      progress.end()
      const { missing, wrongSize, damaged } = findings
      const broken = [...missing, ...wrongSize].map(({ name }) => name).concat(damaged)
      for (const line of linesOf(findings, await describeFiles(db, broken))) console.log(line)
      if (values.mend) {
        for (const line of some(findings.unmended.map((name) => `not in any backup: ${name}`)))
          console.log(line)
        console.log(`${findings.mended} of them were mended; run it again to see what is left.`)
      }
      return isGood(findings) ? 0 : 1
    } finally {
      storage.close()
      backups?.close()
    }
  },
}

async function verifyPlace(config: Config, from: string | undefined, mends: boolean): Promise<number> {
  if (from === undefined) throw new UsageError('Which backups? Give --from, or set BACKUP_DIR.')
  const destination = openBackupDestination(from, config)
  // Prevents a backup at the same time, because it may delete the backup that is being read.
  const lock = lockBackups(config.dataFolder, from)
  const storage = await openStorage(config)
  const progress = showProgress(process.stdout)
  try {
    const findings = await verifyBackups(destination, {
      mendFrom: mends ? storage : undefined,
      onFile: (done, inAll) => progress.show(done, inAll, 'media'),
    })
    progress.end()
    for (const line of linesOfBackups(findings)) console.log(line)
    return findings.backups > 0 && findings.broken.length === findings.mended ? 0 : 1
  } finally {
    storage.close()
    destination.close()
    lock.release()
  }
}

/** Whether no file is missing or damaged. Files without a row do not matter, because they only take disk space. */
function isGood({ missing, wrongSize, damaged }: Findings): boolean {
  return missing.length + wrongSize.length + damaged.length === 0
}

function* linesOf(findings: Findings, texts: ReadonlyMap<string, string>): Generator<string> {
  const { files, missing, wrongSize, damaged, orphans } = findings
  const described = (name: string) => (texts.has(name) ? `${name}, ${texts.get(name)}` : name)
  yield `${files} files: ${missing.length} missing, ${wrongSize.length} of a wrong size, ${damaged.length} damaged, ${orphans.length} that no row names.`
  yield* some(missing.map(({ by, name }) => `missing: ${described(name)} (${by})`))
  yield* some(
    wrongSize.map(
      ({ by, name, sizeBytes, expectedBytes }) =>
        `wrong size: ${described(name)} has ${sizeBytes} bytes instead of ${expectedBytes} (${by})`,
    ),
  )
  yield* some(damaged.map((name) => `damaged: ${described(name)}`))
  yield* some(orphans.map((name) => `orphan: ${name}`))
}

function* linesOfBackups({ backups, files, bytes, broken, mended }: BackupFindings): Generator<string> {
  yield `${backups} backups with ${files} files (${megabytes(bytes)}): ${broken.length} missing or damaged.`
  yield* some(broken.map((path) => `broken: ${path}`))
  if (mended > 0) yield `${mended} of them were stored again from the archive.`
}

function* some(lines: readonly string[]): Generator<string> {
  yield* lines.slice(0, SHOWN)
  if (lines.length > SHOWN) yield `  and ${lines.length - SHOWN} more`
}
