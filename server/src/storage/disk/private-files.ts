import { chmod, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'

const PRIVATE_FOLDER = 0o700
const PRIVATE_FILE = 0o600
/** A web server of our group passes through to the media, and can neither list nor open anything on the way. */
const PASSAGE_FOLDER = 0o710
/** All that this program makes directly in the data folder, beside the media. */
const OWN_BITS =
  /^(?:archive\.(?:sqlite|json)|secret|restored\.sqlite|before-restore-|in-use\.lock|backup\.lock|outbox$|copies$|uploads$)/

/** From now on whatever this process makes is its owner's alone, also what libraries make (SQLite's files and logs). */
export function restrictFilePermissions(): void {
  process.umask(0o077)
}

/**
 * Makes the data folder, or closes one that an earlier version has left open to its group: only the media are shared.
 * `sharesMedia`: a web server of our group sends them.
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

/** Another account's files stay as they are, and files that are gone meanwhile are none; the doctor names the former. */
async function closeTo(path: string, mode: number): Promise<void> {
  await chmod(path, mode).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code !== 'EPERM' && code !== 'ENOENT' && code !== 'EROFS') throw error
  })
}
