import { COVER_CACHE, COVER_TIMEOUT } from './cover-cache-names.ts'
import { getStored, setStored } from './signed-in-storage.ts'

/**
 * Sets the owner of the cached covers, before anything is rendered. Covers that were cached for another
 * account, or for the same account with other rights, are deleted, because access to covers is restricted.
 */
export function cacheCoversFor(userId: string, seesAll: boolean): void {
  const inPreview = `${userId} preview`
  const owner = seesAll ? `${userId} whole` : inPreview
  const cachedFor = getStored('coversOf')
  if (cachedFor !== owner && cachedFor !== inPreview) void deleteCovers()
  setStored('coversOf', owner)
}

/**
 * Deletes all cached covers in this browser at the end of a session. The page does it itself: the worker would do it
 * later, when covers of the next account may already be cached. The worker's expiry records expire by themselves.
 */
export async function clearCoverCache(): Promise<void> {
  setStored('coversOf', undefined)
  await deleteCovers()
  // The worker caches a cover that was loading, for as long as that may take.
  setTimeout(() => void deleteCovers(), COVER_TIMEOUT)
}

async function deleteCovers(): Promise<void> {
  if (!('caches' in globalThis)) return
  // Without access to the cache nothing was cached.
  await caches.delete(COVER_CACHE).catch(() => undefined)
}
