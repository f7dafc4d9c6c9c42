import { chmod, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'

const PRIVATE_FOLDER = 0o700
const PRIVATE_FILE = 0o600
/**
 * A web server in our group can pass through this folder to the media, but cannot list it or open anything
 * else in it.
 */
const PASSAGE_FOLDER = 0o710
/** Everything that this program creates directly in the data folder, beside the media. */
const OWN_BITS =
  /^(?:archive\.(?:sqlite|json)|secret|restored\.sqlite|before-restore-|in-use\.lock|backup\.lock|rehearsal|outbox$|copies$|uploads$|qualities$)/

/**
 * From now on files that this process creates are accessible to their owner only, also those of libraries
 * (SQLite's files, logs).
 */
export function restrictFilePermissions(): void {
  process.umask(0o077)
}

/**
 * Creates the data folder, or removes the group's access from one of an earlier version: only the media are
 * shared. `sharesMedia`: a web server in our group sends them.
 */
export async function openDataFolder(
  folder: string,
  { sharesMedia }: { sharesMedia: boolean },
): Promise<void> {
  restrictFilePermissions()
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  await closeTo(folder, sharesMedia ? PASSAGE_FOLDER : PRIVATE_FOLDER)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!OWN_BITS.test(entry.name)) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await closeTo(path, PRIVATE_FOLDER)
    if (entry.isFile()) await closeTo(path, PRIVATE_FILE)
  }
}

/**
 * Files of other accounts are not changed, and files that disappear in the meantime are ignored; the doctor
 * reports the former.
 */
async function closeTo(path: string, mode: number): Promise<void> {
  await chmod(path, mode).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code !== 'EPERM' && code !== 'ENOENT' && code !== 'EROFS') throw error
  })
}
