import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { accountName, nameOfAccount } from '#platform/accounts.ts'
import { undefinedIfMissing } from './missing.ts'
import { OperatorError } from '#platform/operator-error.ts'

/** Files that exist once in every archive, and that only the account of the archive creates. */
const OWN_FILES = ['archive.json', 'archive.sqlite', 'secret']

/** The error when the archive belongs to another account, which could not read the files that this process writes. */
class ForeignArchive extends OperatorError {
  constructor(folder: string, owner: number) {
    const name = nameOfAccount(owner)
    super(
      `The archive in ${folder} belongs to the account ${name}, and this is run by ${accountName()}. Run it as ${name}, as the service does, or give the archive away: chown --recursive ${accountName()} ${folder}`,
    )
    this.name = 'ForeignArchive'
  }
}

/** The id of the account that owns the archive in this folder; undefined when the folder has no archive. */
export async function ownerOfArchive(folder: string): Promise<number | undefined> {
  for (const name of OWN_FILES) {
    const digest = await stat(join(folder, name)).catch(undefinedIfMissing)
    if (digest !== undefined) return digest.uid
  }
  return undefined
}

/**
 * Checks that this process can create files in the folder, and that a new file gets the same owner as the files of the
 * archive in the folder. A file is created for this check, because on some mounted disks all files belong to one
 * account, whatever process creates them. A missing folder is not an error.
 * @throws ForeignArchive, or the error of the file system
 */
export async function requireOwnFolder(folder: string): Promise<void> {
  if (!existsSync(folder)) return
  const owner = await ownerOfArchive(folder)
  const probe = join(folder, `probe-${randomUUID()}`)
  const file = await open(probe, 'wx', 0o600)
  try {
    const { uid } = await file.stat()
    if (owner !== undefined && uid !== owner) throw new ForeignArchive(folder, owner)
  } finally {
    await file.close()
    await rm(probe, { force: true })
  }
}
