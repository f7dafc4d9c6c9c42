import { expect, test, vi } from 'vitest'
import { openPlace, renewSubscription, showPushMessage } from './push-messages.ts'
import type { WorkerScope } from './worker-scope.ts'

type Window = { visibilityState: string; focus: () => Promise<void>; postMessage: (message: unknown) => void }

/** The scope of a worker with these windows of the app. */
function workerWith(windows: Window[] = []) {
  const shown: [string, object][] = []
  const opened: string[] = []
  const subscribed: object[] = []
  const scope: WorkerScope = Object.assign(new EventTarget(), {
    skipWaiting: async () => undefined,
    clients: {
      claim: async () => undefined,
      matchAll: async () => windows,
      openWindow: async (url: string) => void opened.push(url),
    },
    registration: {
      showNotification: async (title: string, look: object) => void shown.push([title, look]),
      getNotifications: async () => [],
      pushManager: { subscribe: async (options: object) => void subscribed.push(options) },
    },
  })
  return { scope, shown, opened, subscribed }
}

const aWindow = (visibilityState: string) => ({
  visibilityState,
  focus: vi.fn<() => Promise<void>>(async () => undefined),
  postMessage: vi.fn<(message: unknown) => void>(),
})

const event = <T extends object>(more: T) =>
  Object.assign(new Event('push'), { waitUntil: () => undefined }, more)
const pushed = (message: unknown) => event({ data: { text: () => JSON.stringify(message) } })
const clicked = (data: unknown) =>
  event({ notification: { tag: 'mention', data, close: vi.fn<() => void>() } })

test('a message of the server is shown with its text, and replaces one with the same tag', async () => {
  const { scope, shown } = workerWith()
  await showPushMessage(
    pushed({ title: 'mara hat dich erwähnt', body: '„Hallo“', path: '/chat?message=1', tag: 'n1' }),
    scope,
  )
  expect(shown).toEqual([
    [
      'mara hat dich erwähnt',
      { body: '„Hallo“', tag: 'n1', icon: '/icon-192.png', lang: 'de', data: { path: '/chat?message=1' } },
    ],
  ])
})

test.each([null, 'no JSON', '{}', '{"title":7}', '[]'])(
  'a message that cannot be read (%s) is shown in general, because a message without a notification is not allowed',
  async (text) => {
    const { scope, shown } = workerWith()
    await showPushMessage(event({ data: text === null ? null : { text: () => text } }), scope)
    expect(shown).toMatchObject([['Neues im Archiv', { data: { path: '/' } }]])
  },
)

test('a press opens the place in the window that is visible, without a reload', async () => {
  const [hidden, visible] = [aWindow('hidden'), aWindow('visible')]
  const { scope, opened } = workerWith([hidden, visible])
  const press = clicked({ path: '/chat?message=1' })
  await openPlace(press, scope)
  expect(press.notification.close).toHaveBeenCalledOnce()
  expect(visible.postMessage).toHaveBeenCalledExactlyOnceWith({ type: 'openPath', path: '/chat?message=1' })
  expect(visible.focus).toHaveBeenCalledOnce()
  expect(hidden.postMessage).not.toHaveBeenCalled()
  expect(opened).toEqual([])
})

test('without a window a press opens one, and never one of another site', async () => {
  const { scope, opened } = workerWith()
  for (const data of [
    { path: '/inbox' },
    { path: 'https://elsewhere.example/' },
    { path: '//elsewhere.example' },
    7,
  ])
    await openPlace(clicked(data), scope)
  const { origin } = location
  expect(opened).toEqual([`${origin}/inbox`, `${origin}/`, `${origin}/`, `${origin}/`])
})

test('a subscription that the browser has ended is made again with the same key', async () => {
  const { scope, subscribed } = workerWith()
  const options = { userVisibleOnly: true, applicationServerKey: 'key' }
  await renewSubscription(event({ oldSubscription: { options } }), scope)
  await renewSubscription(event({ oldSubscription: null }), scope)
  expect(subscribed).toEqual([options])
})
