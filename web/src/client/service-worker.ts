import { trustedScript } from './trusted-script.ts'

const WORKER = '/service-worker.js'

/**
 * Registers the service worker. It sends cached covers and copies of music, and lets the app open without a connection.
 * See docs/product.md §22.
 */
export async function startServiceWorker(): Promise<void> {
  // Without a service worker (browsers support it only in secure contexts) everything is loaded from the network.
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  try {
    const registration = await navigator.serviceWorker.register(trustedScript('service-worker', WORKER))
    askToActivate(registration.waiting)
    registration.addEventListener('updatefound', () => {
      const { installing } = registration
      installing?.addEventListener('statechange', () => askToActivate(registration.waiting))
    })
  } catch {
    // If the registration fails, the app still works as long as there is a connection.
  }
}

/**
 * Sends the release of this page to a waiting worker. The worker activates itself only if it belongs to the same
 * release.
 */
function askToActivate(waiting: ServiceWorker | null): void {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src^="/assets/"]')
  if (entry) waiting?.postMessage(new URL(entry.src).pathname)
}
