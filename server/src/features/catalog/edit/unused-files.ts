import type { Services } from '#services.ts'
import { removeUnusedFiles, cleanUpUnusedFiles } from '#storage/unused-files.ts'
import { usedFiles } from '../store/covers.ts'

/** Deletes those of the given files that no row refers to. */
export async function removeUnused(
  services: Pick<Services, 'db' | 'storage' | 'log'>,
  names: readonly string[],
): Promise<void> {
  await removeUnusedFiles(services, names, async (some) => usedFiles(services.db, some))
}

/**
 * Deletes files that no row refers to, such as those that a crash has left.
 * @returns the number of deleted files
 */
export async function cleanUpArchiveFiles(
  services: Pick<Services, 'db' | 'storage' | 'now'>,
): Promise<number> {
  return cleanUpUnusedFiles(services, ['tracks', 'covers'], async (names) => usedFiles(services.db, names))
}
