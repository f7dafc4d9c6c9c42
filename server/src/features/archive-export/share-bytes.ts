import { constants, copyFile, link, lstat } from 'node:fs/promises'

/**
 * Gives the bytes of a file a second path without copying them: cloned where the file system can, otherwise
 * linked if `mayLink`. `unshared` collects devices whose files cannot be cloned.
 * @returns whether that was possible
 */
export async function shareBytes(
  original: string,
  path: string,
  mayLink: boolean,
  unshared: Set<number>,
): Promise<boolean> {
  const { dev } = await lstat(original)
  const { COPYFILE_EXCL, COPYFILE_FICLONE_FORCE } = constants
  if (
    !unshared.has(dev) &&
    (await succeeds(copyFile(original, path, COPYFILE_EXCL | COPYFILE_FICLONE_FORCE)))
  )
    return true
  unshared.add(dev)
  return mayLink && succeeds(link(original, path))
}

async function succeeds(attempt: Promise<void>): Promise<boolean> {
  return attempt.then(
    () => true,
    () => false,
  )
}
