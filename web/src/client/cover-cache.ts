import { COVER_CACHE } from './cover-cache-names.ts'
import { getStored, setStored } from './signed-in-storage.ts'

/**
 * Sets the owner of the cached covers, before anything is rendered. Covers that were cached for another
 * account, or for the same account with other rights, are deleted, because access to covers is restricted.
 */
export function cacheCoversFor(userId: string, seesAll: boolean): void {
  const inPreview = `${userId} preview`
  const owner = seesAll ? `${userId} whole` : inPreview
  const cachedFor = getStored('coversOf')
  if (cachedFor !== owner && cachedFor !== inPreview) void clearCoverCache()
  setStored('coversOf', owner)
}

/**
 * Deletes all cached covers in this browser. The page does it itself: the worker would do it later, when
 * covers of the next account may already be cached. The worker's expiry records expire by themselves.
 */
export async function clearCoverCache(): Promise<void> {
  setStored('coversOf', undefined)
  if (!('caches' in globalThis)) return
  // Without access to the cache nothing was cached.
  await caches.delete(COVER_CACHE).catch(() => undefined)
}
