// The service worker. It sends copies of music that are stored on this device, caches covers, lets the app open without
// a connection, and shows push messages. All other requests go to the network. See
// docs/decisions/0058-copies-in-the-browser.md.
import { answerFromCopies, isForCopies } from './copies.ts'
import { answerWithPicture, isPicture } from './pictures.ts'
import { openPlace, renewSubscription, showPushMessage } from './push-messages.ts'
import { activateShell, answerFromShell, hasInShell, installShell, isForShell } from './shell.ts'
import { addStaticRoutes, hasStaticRoutes } from './static-routes.ts'
import {
  isClick,
  isFetch,
  isInstall,
  isLasting,
  isMessage,
  isPush,
  isWorkerScope,
  type FetchEvent,
  type LastingEvent,
  type WorkerScope,
} from './worker-scope.ts'

/** The worker's answer to a request; undefined when the request must go to the network. */
function answerTo(event: FetchEvent): Promise<Response> | undefined {
  const { request } = event
  if (request.method !== 'GET') return undefined
  const url = new URL(request.url)
  if (url.origin !== globalThis.location.origin) return undefined
  if (isForCopies(url)) return answerFromCopies(request, url)
  if (isPicture(url)) return answerWithPicture(event)
  return isForShell(request, url) ? answerFromShell(event, url) : undefined
}

async function activate(event: LastingEvent, scope: WorkerScope): Promise<void> {
  await activateShell(event)
  // Where static routes are not supported, navigation preload requests a document while the worker is starting.
  if (!hasStaticRoutes()) await scope.registration.navigationPreload?.enable()
  await scope.clients.claim()
}

/**
 * Activates this worker when a page of its own release asks for it. If other pages are open, the worker waits until all
 * of them are closed, because pages of the previous release still need the files of that release.
 */
async function activateFor(entry: unknown, scope: WorkerScope): Promise<void> {
  if (typeof entry !== 'string' || !hasInShell(entry)) return
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (pages.length <= 1) await scope.skipWaiting()
}

function serve(scope: WorkerScope): void {
  scope.addEventListener('install', (event) => {
    if (isInstall(event)) event.waitUntil(Promise.all([addStaticRoutes(event), installShell(event)]))
  })
  scope.addEventListener('activate', (event) => {
    if (isLasting(event)) event.waitUntil(activate(event, scope))
  })
  scope.addEventListener('message', (event) => {
    if (isMessage(event)) event.waitUntil(activateFor(event.data, scope))
  })
  scope.addEventListener('fetch', (event) => {
    if (!isFetch(event)) return
    const answer = answerTo(event)
    if (answer) event.respondWith(answer)
  })
  scope.addEventListener('push', (event) => {
    if (isPush(event)) event.waitUntil(showPushMessage(event, scope))
  })
  scope.addEventListener('notificationclick', (event) => {
    if (isClick(event)) event.waitUntil(openPlace(event, scope))
  })
  scope.addEventListener('pushsubscriptionchange', (event) => {
    if (isLasting(event)) event.waitUntil(renewSubscription(event, scope))
  })
}

const scope: object = globalThis
if (isWorkerScope(scope)) serve(scope)
