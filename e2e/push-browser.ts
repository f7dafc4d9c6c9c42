import { expect, type Page, type Worker } from '@playwright/test'
import type { PushPayload } from '@tonarchiv/contract/push'
import type { PushService } from './push-service.ts'

declare global {
  /** Only in service workers. */
  var registration: ServiceWorkerRegistration
  /** What a service worker has shown since `recordingWorker`. */
  var shownNotifications: { title: string; body: string; tag: string; data: unknown }[] | undefined
}

/**
 * Lets a page get permission for notifications and subscribe to this push service. Chromium without windows has neither
 * notifications nor a push service. Call it before the first navigation.
 */
export async function allowPush(page: Page, { subscription }: PushService): Promise<void> {
  await page.addInitScript((given) => {
    // The browser remembers the permission and the subscription; this page has them until it is closed.
    let permission: NotificationPermission = 'default'
    let current: object | null = null
    Object.defineProperty(Notification, 'permission', { get: () => permission })
    Notification.requestPermission = async () => {
      permission = 'granted'
      return permission
    }
    Object.defineProperties(PushManager.prototype, {
      getSubscription: { value: async () => current },
      subscribe: {
        value: async (options: PushSubscriptionOptionsInit) => {
          if (permission !== 'granted') throw new DOMException('Not allowed', 'NotAllowedError')
          const unsubscribe = async () => {
            current = null
            return true
          }
          current = { ...given, options, unsubscribe, toJSON: () => given }
          return current
        },
      },
    })
  }, subscription)
}

/** The permission for notifications, as the page reads it. */
export const permissionOf = (page: Page) => page.evaluate(() => Notification.permission)

/** The service worker of the page, which records the notifications that it shows. */
export async function recordingWorker(page: Page): Promise<Worker> {
  const context = page.context()
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  await worker.evaluate(() => {
    globalThis.shownNotifications = []
    registration.showNotification = async (title, { body = '', tag = '', data } = {}) => {
      globalThis.shownNotifications?.push({ title, body, tag, data })
    }
  })
  return worker
}

/** Delivers a push message to the service worker of the page, as the browser does. */
export async function deliver(page: Page, message: PushPayload): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  const { promise, resolve } = Promise.withResolvers<string>()
  devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const found = registrations.find(({ isDeleted }) => !isDeleted)
    if (found !== undefined) resolve(found.registrationId)
  })
  await devTools.send('ServiceWorker.enable')
  await devTools.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await promise,
    data: JSON.stringify(message),
  })
  await devTools.detach()
}

/** Waits until the worker has shown this many notifications, and returns the last one. */
export async function shownNotification(worker: Worker, count: number) {
  const shown = () => worker.evaluate(() => globalThis.shownNotifications ?? [])
  await expect.poll(async () => (await shown()).length).toBe(count)
  return (await shown()).at(-1)
}

/** Presses the notification that the worker has shown last. */
export async function pressNotification(worker: Worker): Promise<void> {
  await worker.evaluate(() => {
    const event = new Event('notificationclick')
    const notification = { ...globalThis.shownNotifications?.at(-1), close: () => undefined }
    dispatchEvent(Object.assign(event, { notification, waitUntil: () => undefined }))
  })
}
