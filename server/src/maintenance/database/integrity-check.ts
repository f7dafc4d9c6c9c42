import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Services } from '#services.ts'
import {
  type ArchiveMissing,
  type FindBackup,
  isCheckedAtStart,
  missingReason,
  writeMark,
} from './prepare-database.ts'

const run = promisify(execFile)
const program = fileURLToPath(new URL('./check-sqlite-file.ts', import.meta.url))

/**
 * Checks every page of an SQLite file once while the server is running, if the file is too large for a check before the
 * start. Damage is recorded, so that the next start checks the file first. It is reported together with the backup that
 * can replace the file.
 * @returns a function that stops the check
 */
export function startIntegrityCheck(
  { config, log }: Pick<Services, 'config' | 'log'>,
  findBackup: FindBackup,
  onDamage: (lost: ArchiveMissing) => void,
): () => Promise<void> {
  const { database, dataFolder } = config
  if (database.kind !== 'sqlite' || isCheckedAtStart(database.path)) return async () => {}
  const { path } = database
  const stop = new AbortController()

  async function check(): Promise<void> {
    const { stdout: fault } = await run(process.execPath, [program, path], { signal: stop.signal })
    if (fault === '') return
    await writeMark(dataFolder, { database: 'sqlite', isSuspect: true })
    onDamage(await missingReason(fault, path, { dataFolder, findBackup }))
  }

  const checking = check().catch((error: unknown) => {
    if (!stop.signal.aborted) log.warn({ err: error }, 'the database could not be looked through')
  })
  return async () => {
    stop.abort()
    await checking
  }
}
