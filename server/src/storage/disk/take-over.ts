import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs'
import { copyFile, link, realpath } from 'node:fs/promises'
import { FILE_MODE } from './staged-file.ts'
import type { Storable } from '../storage.ts'

/** Files up to this size are copied synchronously. That takes less time than another thread needs to begin. */
const SMALL_BYTES = 256 * 1024

/**
 * Brings the bytes of a file to a new path: clones them where the file system can, otherwise makes a hard link or a
 * copy. The bytes are not synced yet. `unshared` collects the ids of devices from which files cannot be cloned.
 * @throws when the source is not a regular file
 */
export async function takeOver(
  { path: original, link: mayLink, follows = false }: Extract<Storable, { from: 'path' }>,
  target: string,
  unshared: Set<number>,
): Promise<void> {
  const source = openOriginal(original, follows)
  try {
    const { dev, size } = requireFile(source, original)
    const { COPYFILE_EXCL, COPYFILE_FICLONE_FORCE } = constants
    if (!unshared.has(dev)) {
      if (await succeeds(copyFile(original, target, COPYFILE_EXCL | COPYFILE_FICLONE_FORCE)))
        return chmodSync(target, FILE_MODE)
      unshared.add(dev)
    }
    // A hard link keeps the mode of the original, which the owner of the original decides.
    if (mayLink && (await succeeds(linkTarget(original, target)))) return
    if (size <= SMALL_BYTES) return copySmall(source, target)
    await copyFile(original, target, COPYFILE_EXCL)
    chmodSync(target, FILE_MODE)
  } finally {
    closeSync(source)
  }
}

function openOriginal(path: string, follows: boolean): number {
  const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants
  try {
    // Opens without blocking, because a named pipe without a writer would block.
    return openSync(path, O_RDONLY | O_NONBLOCK | (follows ? 0 : O_NOFOLLOW))
  } catch (error) {
    const isLink = !follows && error instanceof Error && 'code' in error && error.code === 'ELOOP'
    throw isLink ? new Error(`Not a plain file: ${path}`) : error
  }
}

function requireFile(descriptor: number, path: string) {
  const info = fstatSync(descriptor)
  if (!info.isFile()) throw new Error(`Not a plain file: ${path}`)
  return info
}

let buffer: Buffer | undefined

/**
 * Copies a small file synchronously. A command imports thousands of small files, and waiting for another thread costs
 * more than the copy.
 */
function copySmall(source: number, target: string): void {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants
  buffer ??= Buffer.allocUnsafeSlow(SMALL_BYTES)
  const copy = openSync(target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
  try {
    // The umask would make the file private to this process, but media files are shared on purpose.
    fchmodSync(copy, FILE_MODE)
    // When a file that was truncated is closed, ext4 begins to write its bytes. So the first sync of several files
    // commits all of them to the journal together, and the other syncs cost a fraction.
    ftruncateSync(copy)
    for (;;) {
      const length = readSync(source, buffer)
      if (length === 0) return
      for (let written = 0; written < length;) written += writeSync(copy, buffer, written, length - written)
    }
  } finally {
    closeSync(copy)
  }
}

/** Makes a hard link to the target of a symbolic link, because `link` would link to the symbolic link itself. */
async function linkTarget(original: string, path: string): Promise<void> {
  await link(await realpath(original, { encoding: 'buffer' }), path)
}

async function succeeds(attempt: Promise<void>): Promise<boolean> {
  return attempt.then(
    () => true,
    () => false,
  )
}
