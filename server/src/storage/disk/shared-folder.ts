import { chmod, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The mode of media folders, which the group may read like the files in them. */
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
    // The umask would make the folder private to this process, but media folders are shared on purpose.
    await chmod(path, FOLDER_MODE)
    made.push(path)
  }
  return made
}
