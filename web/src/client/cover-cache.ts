import { COVER_CACHE, FORGET_COVERS } from './cover-cache-names.ts'
import { recall, remember } from './remembered.ts'
import { trustedScript } from './trusted-script.ts'

const WORKER = '/service-worker.js'

/**
 * Says who is logged in. Covers that were kept for somebody else, or for the same account with other rights, are
 * thrown away: covers are not for everyone.
 */
export function keepCoversOf(owner: string): void {
  if (recall('coversOf') !== owner) void forgetCovers()
  remember('coversOf', owner)
}

/** Brings the worker that keeps covers in this browser. Spec §9. */
export async function startCoverWorker(): Promise<void> {
  // Without a safe connection a browser offers none; covers come from the network then.
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  // A browser that refuses the worker only loads more often.
  await navigator.serviceWorker.register(trustedScript('service-worker', WORKER)).catch(() => undefined)
}

/** Throws away all covers kept in this browser. */
export async function forgetCovers(): Promise<void> {
  remember('coversOf', undefined)
  if (!('caches' in globalThis)) return
  await caches.delete(COVER_CACHE)
  navigator.serviceWorker.controller?.postMessage(FORGET_COVERS)
}
