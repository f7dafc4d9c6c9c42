import { chmod, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'

const PRIVATE_FOLDER = 0o700
const PRIVATE_FILE = 0o600
/**
 * The mode of the data folder if a web server sends the media. A web server in our group can open the media below this
 * folder. It cannot list the folder or open any other file in it.
 */
const PASSAGE_FOLDER = 0o710
/** The names of all files and folders that this program creates directly in the data folder, besides the media. */
const OWN_BITS =
  /^(?:archive\.(?:sqlite|json)|secret|restored\.sqlite|before-restore-|in-use\.lock|backup\.lock|rehearsal|outbox$|copies$|uploads$|qualities$)/

/**
 * Makes all files that this process creates from now on accessible to their owner only. This includes the files of
 * libraries, such as SQLite's.
 */
export function restrictFilePermissions(): void {
  process.umask(0o077)
}

/**
 * Creates the data folder. From an existing folder of an earlier version the access of the group is removed, except to
 * the media. `sharesMedia` means that a web server in our group sends the media.
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
 * Sets the mode of a file or folder. Files of other accounts are not changed; the doctor reports them. Files that were
 * deleted meanwhile are ignored.
 */
async function closeTo(path: string, mode: number): Promise<void> {
  await chmod(path, mode).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code !== 'EPERM' && code !== 'ENOENT' && code !== 'EROFS') throw error
  })
}
