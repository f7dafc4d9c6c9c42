import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

/** Linux has a file system in memory here. */
const IN_MEMORY = '/dev/shm'
/** Much more than a whole run needs. Containers often have only 64 MB there. */
const NEEDED_BYTES = 4 * 1024 ** 3

/**
 * Keeps the temporary files of this process and its children in memory if there is enough of it, until the process ends.
 * Tests create and delete hundreds of thousands of small files, which costs processor time on a disk.
 */
export function keepTemporaryFilesInMemory(): void {
  if (freeBytes() < NEEDED_BYTES) return
  const folder = mkdtempSync(join(IN_MEMORY, 'tonarchiv-test-'))
  // The permissions of /tmp: as root, databases run as another account.
  chmodSync(folder, 0o1777)
  process.env['TMPDIR'] = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
}

function freeBytes(): number {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return bavail * bsize
  } catch {
    return 0
  }
}
