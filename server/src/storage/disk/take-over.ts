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

/** A smaller file is copied in less time than another thread needs to begin. */
const SMALL_BYTES = 256 * 1024

/**
 * Clones the bytes to a new path where the file system can, otherwise links or copies them; they are not synced
 * yet. `unshared` collects the devices whose files cannot be cloned.
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
    // A hard link shares its mode with the original, which its owner decides.
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
    // Without blocking, because a named pipe may have no writer.
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

/** Synchronous: a command imports thousands of small files, and waiting for another thread costs more than a copy. */
function copySmall(source: number, target: string): void {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants
  buffer ??= Buffer.allocUnsafeSlow(SMALL_BYTES)
  const copy = openSync(target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
  try {
    // The umask keeps files private to the process; media files are shared on purpose.
    fchmodSync(copy, FILE_MODE)
    // ext4 begins to write a file that was truncated when it is closed. So the first sync of several files
    // finds all of them in one commit of the journal, and the others cost a fraction.
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
