import { opendirSync } from 'node:fs'
import { accountName } from '#platform/accounts.ts'
import { OperatorError } from '#platform/operator-error.ts'

/** The error when the operating system does not let this program read the folder to import, or when the disk fails. */
class FolderUnreadable extends OperatorError {}

/**
 * Whether the folder exists.
 * @throws FolderUnreadable
 */
export function isReadableFolder(folder: string): boolean {
  try {
    opendirSync(folder).closeSync()
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'ENOENT' || code === 'ENOTDIR') return false
    throw new FolderUnreadable(
      `The folder ${folder} cannot be read by the account ${accountName()} (${code}), and nothing was imported. Give this account the right to read it and to enter the folders above it.`,
    )
  }
}
