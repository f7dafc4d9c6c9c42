import { isApp, isIos } from '#features/install/index.ts'

/**
 * Whether this browser can receive push messages. `installFirst`: on an iPhone only as an installed app. `refused`: the
 * member has forbidden it in the browser.
 */
export type PushAbility = 'possible' | 'refused' | 'installFirst' | 'unsupported'

export function pushAbility(): PushAbility {
  const isSupported =
    'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
  if (!isSupported) return isIos() && !isApp() ? 'installFirst' : 'unsupported'
  return Notification.permission === 'denied' ? 'refused' : 'possible'
}

/** A subscription as the server stores it. */
export interface Subscription {
  endpoint: string
  p256dh: string
  auth: string
}

/** How long the service worker may take to start. It is installed soon after the login. */
const WORKER_TIMEOUT_MS = 10_000

/** The error when the browser cannot subscribe, for example because its push service cannot be reached. */
export class CannotSubscribe extends Error {
  constructor() {
    super('The browser cannot subscribe')
    this.name = 'CannotSubscribe'
  }
}

/**
 * Asks for the browser's permission, if it was not given yet.
 * @returns false when the member has refused it
 */
export async function askBrowser(): Promise<boolean> {
  return (await Notification.requestPermission()) === 'granted'
}

/**
 * Subscribes this browser with the key of the server. A subscription with an earlier key is replaced.
 * @throws CannotSubscribe
 */
export async function subscribe(publicKey: string): Promise<Subscription> {
  try {
    const { pushManager } = await readyWorker()
    const applicationServerKey = bytesOf(publicKey)
    const current = await pushManager.getSubscription()
    if (current && !isSame(current.options.applicationServerKey, applicationServerKey))
      await current.unsubscribe()
    const { endpoint, keys } = (
      await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
    ).toJSON()
    const { p256dh, auth } = keys ?? {}
    if (!endpoint || !p256dh || !auth) throw new CannotSubscribe()
    return { endpoint, p256dh, auth }
  } catch {
    throw new CannotSubscribe()
  }
}

/** Ends the subscription of this browser, if there is one. */
export async function unsubscribe(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}

async function readyWorker(): Promise<ServiceWorkerRegistration> {
  const tooLate = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new CannotSubscribe()), WORKER_TIMEOUT_MS)
  })
  return Promise.race([navigator.serviceWorker.ready, tooLate])
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (character) => character.codePointAt(0) ?? 0)
}

function isSame(one: ArrayBuffer | null, other: Uint8Array): boolean {
  const bytes = new Uint8Array(one ?? new ArrayBuffer())
  return bytes.length === other.length && bytes.every((byte, index) => byte === other[index])
}
