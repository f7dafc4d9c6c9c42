import { OPEN_PATH_MESSAGE } from '../client/push-messages.ts'
import type { ClickedNotification, PushedMessage, WindowClient, WorkerScope } from './worker-scope.ts'

/** The image that a notification shows beside its text. */
const ICON = '/icon-192.png'

interface Message {
  title: string
  body: string
  /** The path that a press opens. */
  path: string
  tag: string
}

/** Shown for a message that cannot be read, because browsers require that each message shows a notification. */
const UNREADABLE: Message = { title: 'Neues im Archiv', body: '', path: '/', tag: 'unreadable' }

/** Shows the notification for a message of the server (`PushPayload` of the contract). */
export async function showPushMessage({ data }: PushedMessage, { registration }: WorkerScope): Promise<void> {
  const { title, body, path, tag } = readMessage(data?.text()) ?? UNREADABLE
  await registration.showNotification?.(title, { body, tag, icon: ICON, lang: 'de', data: { path } })
}

function readMessage(text: string | undefined): Message | undefined {
  try {
    const message: unknown = JSON.parse(text ?? '')
    if (typeof message !== 'object' || message === null) return undefined
    const [title, body, path, tag] = ['title', 'body', 'path', 'tag'].map((name) => textIn(message, name))
    return title && body !== undefined && path && tag ? { title, body, path, tag } : undefined
  } catch {
    return undefined
  }
}

function textIn(value: object, name: string): string | undefined {
  const text: unknown = Reflect.get(value, name)
  return typeof text === 'string' ? text : undefined
}

/**
 * Opens the page of a pressed notification in a visible window of the app, otherwise in the one that was used last; its
 * music plays on. If there is no window, a new one is opened.
 */
export async function openPlace(
  { notification }: ClickedNotification,
  { clients, registration }: WorkerScope,
): Promise<void> {
  notification.close()
  const url = placeOf(notification.data)
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const [first] = windows.toSorted((one, other) => Number(isSeen(other)) - Number(isSeen(one)))
  if (first === undefined) {
    await clients.openWindow?.(url.href)
    return
  }
  first.postMessage({ type: OPEN_PATH_MESSAGE, path: url.pathname + url.search + url.hash })
  await first.focus?.()
  await closeAll(registration, notification.tag)
}

const isSeen = ({ visibilityState }: WindowClient) => visibilityState === 'visible'

/** The URL that the data of a notification names. If it is not a page of the app, the URL of the home page. */
function placeOf(data: unknown): URL {
  const { origin } = globalThis.location
  const path = typeof data === 'object' && data !== null ? textIn(data, 'path') : undefined
  const url = URL.parse(path ?? '/', origin)
  return url?.origin === origin ? url : new URL('/', origin)
}

/** Closes all notifications with the same tag. In some browsers there may be several. */
async function closeAll(registration: WorkerScope['registration'], tag: string): Promise<void> {
  for (const shown of (await registration.getNotifications?.({ tag })) ?? []) shown.close()
}

/**
 * Subscribes again when the browser has ended the subscription. The app sends the new one to the server when it is
 * open, because only the app has the credentials.
 */
export async function renewSubscription(event: Event, { registration }: WorkerScope): Promise<void> {
  const ended: unknown = Reflect.get(event, 'oldSubscription')
  const options: unknown =
    typeof ended === 'object' && ended !== null ? Reflect.get(ended, 'options') : undefined
  if (typeof options === 'object' && options !== null) await registration.pushManager?.subscribe(options)
}
