import { chmod, constants, copyFile, link, lstat } from 'node:fs/promises'
import { FILE_MODE } from './staged-file.ts'
import { syncPath } from './sync-path.ts'

/**
 * Clones the bytes where the file system can, otherwise links or copies them.
 * @throws when the source is not a regular file
 */
export async function takeOver(
  original: string,
  path: string,
  mayLink: boolean,
  unshared: Set<number>,
): Promise<void> {
  const info = await lstat(original)
  if (!info.isFile()) throw new Error(`Not a plain file: ${original}`)
  const { COPYFILE_EXCL, COPYFILE_FICLONE_FORCE } = constants
  const isShared =
    !unshared.has(info.dev) &&
    (await succeeds(copyFile(original, path, COPYFILE_EXCL | COPYFILE_FICLONE_FORCE)))
  if (!isShared) unshared.add(info.dev)
  const isLinked = !isShared && mayLink && (await succeeds(link(original, path)))
  if (!isShared && !isLinked) await copyFile(original, path, COPYFILE_EXCL)
  // A hard link shares its mode with the original, which its owner decides.
  if (!isLinked) await chmod(path, FILE_MODE)
  await syncPath(path)
}

async function succeeds(attempt: Promise<void>): Promise<boolean> {
  return attempt.then(
    () => true,
    () => false,
  )
}
