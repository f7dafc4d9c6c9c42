import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { accountName, nameOfAccount } from '#platform/accounts.ts'
import { undefinedIfMissing } from './missing.ts'
import { OperatorError } from '#platform/operator-error.ts'

/** Files that every archive has one of, and that only its own account makes. */
const OWN_FILES = ['archive.json', 'archive.sqlite', 'secret']

/** The archive belongs to another account, which could not read what this one writes. */
class ForeignArchive extends OperatorError {
  constructor(folder: string, owner: number) {
    const name = nameOfAccount(owner)
    super(
      `The archive in ${folder} belongs to the account ${name}, and this is run by ${accountName()}. Run it as ${name}, as the service does, or give the archive away: chown --recursive ${accountName()} ${folder}`,
    )
    this.name = 'ForeignArchive'
  }
}

/** The account that the archive in this folder belongs to; undefined when there is none in it. */
export async function ownerOfArchive(folder: string): Promise<number | undefined> {
  for (const name of OWN_FILES) {
    const digest = await stat(join(folder, name)).catch(undefinedIfMissing)
    if (digest !== undefined) return digest.uid
  }
  return undefined
}

/**
 * Requires that this process can create files in the folder, and that they get the same owner as the files of the
 * archive in it. A new file is created for the comparison, because on some mounted disks all files belong to one
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
