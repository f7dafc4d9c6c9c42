import { closeSync, constants, fsync, openSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { promisify } from 'node:util'

const sync = promisify(fsync)

/** Syncs a file's bytes or a folder's entries to the disk. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Like `syncPath`, for thousands of files that were just written. Only the sync itself runs in another thread; opening
 * and closing the file are synchronous.
 */
export async function syncFile(path: string): Promise<void> {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    await sync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
