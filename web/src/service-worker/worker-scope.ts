// Declares those types of a service worker that are used here, because TypeScript's own types for workers conflict with
// those for pages.

export interface LastingEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void
}

export interface FetchEvent extends LastingEvent {
  request: Request
  /** The response that navigation preload has requested; undefined without navigation preload. */
  preloadResponse?: Promise<Response | undefined>
  respondWith: (answer: Promise<Response>) => void
}

interface ReceivedMessage extends LastingEvent {
  data: unknown
}

/** A rule by which the browser handles a request without the worker (W3C Service Workers, static routing). */
export interface StaticRoute {
  condition: object
  source: 'network' | 'fetch-event' | 'race-network-and-fetch-handler' | { cacheName: string }
}

export interface InstallEvent extends LastingEvent {
  addRoutes?: (routes: readonly StaticRoute[]) => Promise<void>
}

/** A message that the server has sent by the browser's push service (W3C Push API). */
export interface PushedMessage extends LastingEvent {
  data: { text: () => string } | null
}

interface ShownNotification {
  tag: string
  data: unknown
  close: () => void
}

export interface ClickedNotification extends LastingEvent {
  notification: ShownNotification
}

export interface WindowClient {
  visibilityState?: string
  focus?: () => Promise<unknown>
  postMessage: (message: unknown) => void
}

interface NotificationLook {
  body: string
  tag: string
  icon: string
  lang: string
  data: unknown
}

/** The parts for notifications and push messages are missing where browsers do not support them. */
export interface WorkerScope extends EventTarget {
  skipWaiting: () => Promise<void>
  clients: {
    claim: () => Promise<void>
    matchAll: (options: { type: 'window'; includeUncontrolled: boolean }) => Promise<readonly WindowClient[]>
    openWindow?: (url: string) => Promise<unknown>
  }
  registration: {
    navigationPreload?: { enable: () => Promise<void> }
    showNotification?: (title: string, look: NotificationLook) => Promise<void>
    getNotifications?: (filter: { tag: string }) => Promise<readonly ShownNotification[]>
    pushManager?: { subscribe: (options: object) => Promise<unknown> }
  }
}

export const isWorkerScope = (scope: object): scope is WorkerScope => 'skipWaiting' in scope
export const isLasting = (event: Event): event is LastingEvent => 'waitUntil' in event
export const isInstall = (event: Event): event is InstallEvent => isLasting(event) && event.type === 'install'
export const isMessage = (event: Event): event is ReceivedMessage => isLasting(event) && 'data' in event
export const isFetch = (event: Event): event is FetchEvent => isLasting(event) && 'respondWith' in event
export const isPush = (event: Event): event is PushedMessage => isLasting(event) && event.type === 'push'
export const isClick = (event: Event): event is ClickedNotification =>
  isLasting(event) && 'notification' in event
