import { constants, copyFile, link, lstat } from 'node:fs/promises'

/**
 * Creates a second path for a file without copying its bytes. It makes a clone if the file system can, otherwise a hard
 * link if `mayLink` is true. `unshared` collects the ids of devices from which files cannot be cloned.
 * @returns false when neither was possible
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
