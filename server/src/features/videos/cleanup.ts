import type { Services } from '#services.ts'
import { removeUnusedFiles, cleanUpUnusedFiles } from '#storage/unused-files.ts'
import * as store from './store.ts'

/** Deletes those of the given files that no video refers to. */
export async function removeUnused(
  services: Pick<Services, 'db' | 'storage' | 'log'>,
  names: readonly string[],
): Promise<void> {
  await removeUnusedFiles(services, names, async (some) => store.usedFiles(services.db, some))
}

/** Removes files that no video refers to, such as those that a crash has left. */
export async function cleanUpVideos(services: Pick<Services, 'db' | 'storage' | 'now'>): Promise<void> {
  await cleanUpUnusedFiles(services, ['videos', 'thumbnails'], async (names) =>
    store.usedFiles(services.db, names),
  )
}
