import type { Services } from '#services.ts'
import { removeUnusedFiles, cleanUpUnusedFiles } from '#storage/unused-files.ts'
import { usedFiles } from '../store/covers.ts'

/** Removes those of these files that no row refers to. */
export async function removeUnused(
  services: Pick<Services, 'db' | 'storage' | 'log'>,
  names: readonly string[],
): Promise<void> {
  await removeUnusedFiles(services, names, async (some) => usedFiles(services.db, some))
}

/**
 * Removes files without a row, such as those that a crash has left.
 * @returns how many
 */
export async function cleanUpArchiveFiles(
  services: Pick<Services, 'db' | 'storage' | 'now'>,
): Promise<number> {
  return cleanUpUnusedFiles(services, ['tracks', 'covers'], async (names) => usedFiles(services.db, names))
}
