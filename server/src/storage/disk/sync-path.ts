import { constants, open } from 'node:fs/promises'

/** Syncs a file's bytes or a folder's entries to the disk. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
