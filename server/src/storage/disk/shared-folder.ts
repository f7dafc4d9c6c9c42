import { chmod, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Readable by the group, as the files are. */
export const FOLDER_MODE = 0o750

/**
 * Creates the folder and its parents for media.
 * @returns the created folders, the innermost first
 */
export async function createSharedFolder(folder: string): Promise<string[]> {
  const first = await mkdir(folder, { recursive: true })
  const made: string[] = []
  if (first === undefined) return made
  for (let path = folder; path.length >= first.length; path = dirname(path)) {
    // The umask keeps folders private to the process; media folders are shared on purpose.
    await chmod(path, FOLDER_MODE)
    made.push(path)
  }
  return made
}
