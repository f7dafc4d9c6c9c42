// Caches covers in the browser: at most 200, for a day each. Runs as a service worker.
import { CacheableResponsePlugin } from 'workbox-cacheable-response'
import { ExpirationPlugin } from 'workbox-expiration'
import { CacheFirst } from 'workbox-strategies'
import { COVER_CACHE, COVER_PATH } from './client/cover-cache-names.ts'

/** See docs/product.md §22.2. */
const MAX_ENTRIES = 200
const MAX_AGE_SECONDS = 24 * 60 * 60
const TIMEOUT_MS = 10_000

// The TypeScript types of a worker conflict with those of a page; these are the parts that are used.
interface LastingEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void
}
interface FetchEvent extends LastingEvent {
  request: Request
  respondWith: (answer: Promise<Response>) => void
}
interface InstallEvent extends LastingEvent {
  addRoutes?: (rule: { condition: object; source: 'network' }) => Promise<void>
}
interface WorkerScope extends EventTarget {
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
}

const isWorkerScope = (scope: object): scope is WorkerScope => 'skipWaiting' in scope
const lasts = (event: Event): event is LastingEvent => 'waitUntil' in event
const isInstall = (event: Event): event is InstallEvent => lasts(event) && event.type === 'install'
const isFetch = (event: Event): event is FetchEvent => lasts(event) && 'respondWith' in event

const covers = new CacheFirst({
  cacheName: COVER_CACHE,
  plugins: [
    {
      requestWillFetch: async ({ request }: { request: Request }) =>
        new Request(request, { signal: AbortSignal.timeout(TIMEOUT_MS) }),
    },
    new CacheableResponsePlugin({ statuses: [200] }),
    new ExpirationPlugin({
      maxEntries: MAX_ENTRIES,
      maxAgeSeconds: MAX_AGE_SECONDS,
      purgeOnQuotaError: true,
    }),
  ],
})

function isCover({ method, url }: Request): boolean {
  const { origin, pathname } = new URL(url)
  return method === 'GET' && origin === globalThis.location.origin && pathname.startsWith(COVER_PATH)
}

/**
 * All other requests bypass the worker where the browser supports static routes; otherwise they are passed
 * through.
 */
async function letTheRestPass(event: InstallEvent): Promise<void> {
  const elsewhere = { not: { urlPattern: { pathname: `${COVER_PATH}*` } } }
  await event.addRoutes?.({ condition: elsewhere, source: 'network' }).catch(() => undefined)
}

function serve(scope: WorkerScope): void {
  scope.addEventListener('install', (event) => {
    if (isInstall(event)) event.waitUntil(Promise.all([letTheRestPass(event), scope.skipWaiting()]))
  })
  scope.addEventListener('activate', (event) => {
    if (lasts(event)) event.waitUntil(scope.clients.claim())
  })
  scope.addEventListener('fetch', (event) => {
    if (isFetch(event) && isCover(event.request))
      event.respondWith(covers.handle({ event, request: event.request }))
  })
}

const scope: object = globalThis
if (isWorkerScope(scope)) serve(scope)
