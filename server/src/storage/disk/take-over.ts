import {
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  fsync,
  lstatSync,
  openSync,
  renameSync,
  statSync,
} from 'node:fs'
import { copyFile, link, realpath } from 'node:fs/promises'
import { promisify } from 'node:util'
import { FILE_MODE } from './staged-file.ts'
import type { Storable } from '../storage.ts'

const sync = promisify(fsync)
/** A smaller file is copied in less time than another thread needs to begin. */
const SMALL_BYTES = 256 * 1024

/**
 * Clones the bytes where the file system can, otherwise links or copies them, to a staged path; syncs them and
 * moves them to their target. Only what may wait for the disk is asynchronous: a command imports thousands of
 * small files, and each hand-over to another thread costs more than such a call.
 * @throws when the source is not a regular file
 */
export async function takeOver(
  { path: original, link: mayLink, follows = false }: Extract<Storable, { from: 'path' }>,
  { staged, target }: { staged: string; target: string },
  unshared: Set<number>,
): Promise<void> {
  const info = (follows ? statSync : lstatSync)(original)
  if (!info.isFile()) throw new Error(`Not a plain file: ${original}`)
  const { COPYFILE_EXCL, COPYFILE_FICLONE_FORCE } = constants
  const isShared =
    !unshared.has(info.dev) &&
    (await succeeds(copyFile(original, staged, COPYFILE_EXCL | COPYFILE_FICLONE_FORCE)))
  if (!isShared) unshared.add(info.dev)
  const isLinked = !isShared && mayLink && (await succeeds(linkTarget(original, staged)))
  if (!isShared && !isLinked) {
    if (info.size <= SMALL_BYTES) copyFileSync(original, staged, COPYFILE_EXCL)
    else await copyFile(original, staged, COPYFILE_EXCL)
  }
  const descriptor = openSync(staged, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    // A hard link shares its mode with the original, which its owner decides.
    if (!isLinked) fchmodSync(descriptor, FILE_MODE)
    await sync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  renameSync(staged, target)
}

/** A hard link of a symbolic link would be one to the symbolic link itself. */
async function linkTarget(original: string, path: string): Promise<void> {
  await link(await realpath(original, { encoding: 'buffer' }), path)
}

async function succeeds(attempt: Promise<void>): Promise<boolean> {
  return attempt.then(
    () => true,
    () => false,
  )
}
