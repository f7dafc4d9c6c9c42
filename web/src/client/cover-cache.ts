import { COVER_CACHE, COVER_TIMEOUT } from './cover-cache-names.ts'
import { getStored, setStored } from './signed-in-storage.ts'

/**
 * Declares to which account the cached covers belong; call this before anything is rendered. Covers that were cached
 * for another account, or for the same account with other rights, are deleted, because access to covers is restricted.
 */
export function cacheCoversFor(userId: string, seesAll: boolean): void {
  const inPreview = `${userId} preview`
  const owner = seesAll ? `${userId} whole` : inPreview
  const cachedFor = getStored('coversOf')
  if (cachedFor !== owner && cachedFor !== inPreview) void deleteCovers()
  setStored('coversOf', owner)
}

/**
 * Deletes all cached covers in this browser at the end of a session. The page deletes them, not the service worker: the
 * worker might run later, when covers of the next account are already cached. The worker's records about the age of
 * covers expire on their own.
 */
export async function clearCoverCache(): Promise<void> {
  setStored('coversOf', undefined)
  await deleteCovers()
  // A cover that is loading now is cached by the worker when it has arrived, so covers are deleted once more after the
  // longest loading time.
  setTimeout(() => void deleteCovers(), COVER_TIMEOUT)
}

async function deleteCovers(): Promise<void> {
  if (!('caches' in globalThis)) return
  // If the cache cannot be accessed, nothing was cached either.
  await caches.delete(COVER_CACHE).catch(() => undefined)
}
