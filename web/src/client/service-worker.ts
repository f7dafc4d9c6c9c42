import { trustedScript } from './trusted-script.ts'

const WORKER = '/service-worker.js'

/**
 * Registers the service worker, which serves cached covers, copies, and the app without a connection. See
 * docs/product.md §22.
 */
export async function startServiceWorker(): Promise<void> {
  // Browsers support service workers in secure contexts only; otherwise everything comes from the network.
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  try {
    const registration = await navigator.serviceWorker.register(trustedScript('service-worker', WORKER))
    askToActivate(registration.waiting)
    registration.addEventListener('updatefound', () => {
      const { installing } = registration
      installing?.addEventListener('statechange', () => askToActivate(registration.waiting))
    })
  } catch {
    // Without the service worker the app works as long as there is a connection.
  }
}

/** Sends the release of this page to a waiting worker, which activates itself only when it is of the same release. */
function askToActivate(waiting: ServiceWorker | null): void {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src^="/assets/"]')
  if (entry) waiting?.postMessage(new URL(entry.src).pathname)
}
