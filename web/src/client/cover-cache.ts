import { COVER_CACHE } from './cover-cache-names.ts'
import { getStored, setStored } from './browser-storage.ts'
import { trustedScript } from './trusted-script.ts'

const WORKER = '/service-worker.js'

/**
 * Says who is logged in, before anything is drawn for them. Covers that were kept for somebody else, or for the same
 * account when it was let see more, are thrown away: covers are not for everyone.
 */
export function cacheCoversFor(userId: string, seesAll: boolean): void {
  const inPreview = `${userId} preview`
  const owner = seesAll ? `${userId} whole` : inPreview
  const cachedFor = getStored('coversOf')
  if (cachedFor !== owner && cachedFor !== inPreview) void clearCoverCache()
  setStored('coversOf', owner)
}

/** Brings the worker that keeps covers in this browser. See docs/product.md §22.2. */
export async function startCoverWorker(): Promise<void> {
  // Without a safe connection a browser offers none; covers come from the network then.
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  // A browser that refuses the worker only loads more often.
  await navigator.serviceWorker.register(trustedScript('service-worker', WORKER)).catch(() => undefined)
}

/**
 * Throws away all covers kept in this browser. The worker is not asked to: it would do so later, when covers of
 * whoever comes next may already be there. Its notes on when covers were kept run out by themselves.
 */
export async function clearCoverCache(): Promise<void> {
  setStored('coversOf', undefined)
  if (!('caches' in globalThis)) return
  // A browser that refuses the cache has kept nothing in it.
  await caches.delete(COVER_CACHE).catch(() => undefined)
}
