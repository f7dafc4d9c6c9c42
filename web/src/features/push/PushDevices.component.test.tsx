import {
  addPushDevice,
  listPushDevices,
  type PushDevice,
  removePushDevice,
  testPushDevice,
} from '@tonarchiv/contract/push'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { getStored, setStored } from '#client/signed-in-storage.ts'
import { expectAccessible } from '../../testing/expect-accessible.ts'
import { startFakeServer } from '../../testing/fake-server.ts'
import { TestApp } from '../../testing/TestApp.tsx'
import { shouldAskForPush } from './first-question.ts'
import { PushDevices } from './PushDevices.tsx'
import { keepSubscription, sessionEnded } from './this-browser.ts'

const ENDPOINT = 'https://push.example/send/mila'
const KEYS = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) }

const aDevice = (name: string, more: Partial<PushDevice> = {}): PushDevice => ({
  id: name,
  name,
  deviceType: 'desktop',
  isThisDevice: false,
  lastDeliveredAt: null,
  ...more,
})

/** Fakes the browser's support for push messages. `answer`: the answer of the member to the permission prompt. */
function stubBrowser({
  permission = 'default',
  answer = 'granted',
}: { permission?: string; answer?: string } = {}) {
  const state = { permission, endpoint: undefined as string | undefined, asked: 0 }
  const subscription = () => ({
    options: { applicationServerKey: Uint8Array.of(4, 1).buffer },
    toJSON: () => ({ endpoint: state.endpoint, keys: KEYS }),
    unsubscribe: async () => {
      state.endpoint = undefined
      return true
    },
  })
  const pushManager = {
    getSubscription: async () => (state.endpoint === undefined ? null : subscription()),
    subscribe: async () => {
      state.endpoint ??= ENDPOINT
      return subscription()
    },
  }
  vi.stubGlobal('Notification', {
    get permission() {
      return state.permission
    },
    requestPermission: async () => {
      state.asked += 1
      state.permission = answer
      return answer
    },
  })
  vi.stubGlobal('PushManager', {})
  const worker = { ready: Promise.resolve({ pushManager }), getRegistration: async () => ({ pushManager }) }
  const own = vi.spyOn(navigator, 'serviceWorker', 'get').mockReturnValue(
    // Only these parts are used.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    worker as unknown as ServiceWorkerContainer,
  )
  onTestFinished(() => {
    own.mockRestore()
    vi.unstubAllGlobals()
    setStored('pushSubscription', undefined)
    setStored('pushDeclinedBy', undefined)
  })
  return state
}

function startServer(given: PushDevice[] = []) {
  const server = startFakeServer()
  const devices = [...given]
  const added: unknown[] = []
  server.on(listPushDevices, () => ({
    devices,
    thisDevice: { name: 'Firefox auf Linux', deviceType: 'desktop' as const },
    publicKey: 'BAE',
  }))
  server.on(addPushDevice, (body) => {
    added.push(body)
    const device = aDevice('Firefox auf Linux', { isThisDevice: true })
    devices.unshift(device)
    return { device }
  })
  server.on(removePushDevice, () => {
    devices.splice(0, 1)
    return { success: true }
  })
  server.on(testPushDevice, () => ({ success: true }))
  return { server, added, devices }
}

async function renderDevices(given: PushDevice[] = []) {
  const started = startServer(given)
  await render(
    <TestApp>
      <PushDevices
        choices={{
          userId: 'mila',
          topics: ['Direktnachrichten', 'Erwähnungen'],
          quiet: { from: '22:30', until: '7:00' },
        }}
      />
    </TestApp>,
  )
  return started
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const question = page.getByRole('dialog', { name: 'Soll sich das Archiv hier melden?' })

test('the browser is asked only after our own question, and then this device is listed with a sample', async () => {
  const browser = stubBrowser()
  const { added } = await renderDevices()
  await expect.element(page.getByText('Dieses Gerät, noch nicht erlaubt')).toBeVisible()
  await button('Einschalten').click()
  await expect.element(question).toBeVisible()
  await expect.element(question.getByText('Direktnachrichten, Erwähnungen')).toBeVisible()
  await expect.element(question.getByText('Nie zwischen 22:30 und 7:00.', { exact: false })).toBeVisible()
  await expectAccessible()
  expect(browser.asked).toBe(0)
  await question.getByRole('button', { name: 'Erlauben' }).click()
  await expect.element(page.getByText('Dieses Gerät, eingeschaltet')).toBeVisible()
  expect(browser.asked).toBe(1)
  expect(added).toEqual([{ endpoint: ENDPOINT, ...KEYS }])
  await button('Probe').click()
  await expect.element(page.getByText('Probe ist unterwegs')).toBeVisible()
  await expectAccessible()
})

test('after „Nicht jetzt“ the browser is not asked, and the question does not come by itself again', async () => {
  const browser = stubBrowser()
  await renderDevices()
  expect(shouldAskForPush('mila')).toBe(true)
  await button('Einschalten').click()
  await question.getByRole('button', { name: 'Nicht jetzt' }).click()
  await expect.element(button('Einschalten')).toHaveFocus()
  expect(browser.asked).toBe(0)
  expect(shouldAskForPush('mila')).toBe(false)
  expect(shouldAskForPush('jonas')).toBe(true)
  await button('Einschalten').click()
  await expect.element(question).toBeVisible()
})

test('a refusal in the browser is explained', async () => {
  stubBrowser({ answer: 'denied' })
  await renderDevices()
  await button('Einschalten').click()
  await question.getByRole('button', { name: 'Erlauben' }).click()
  await expect.element(page.getByText('Dieser Browser lässt keine Mitteilungen zu.')).toBeVisible()
  await expect.element(button('Einschalten')).not.toBeInTheDocument()
  await expectAccessible()
})

test('other devices are listed where this browser has no push messages, and can be removed', async () => {
  stubBrowser()
  vi.stubGlobal('Notification', undefined)
  Reflect.deleteProperty(globalThis, 'Notification')
  await renderDevices([
    aDevice('Safari auf iPhone', { lastDeliveredAt: new Date(Date.now() - 7_300_000).toISOString() }),
  ])
  await expect
    .element(page.getByText('Dieser Browser kennt keine Push-Mitteilungen. Hier im Archiv siehst du alles.'))
    .toBeVisible()
  await expect.element(page.getByText('Zuletzt zugestellt vor 2 Stunden')).toBeVisible()
  await button('Push auf „Safari auf iPhone“ entfernen').click()
  await expect.element(page.getByText('Safari auf iPhone')).not.toBeInTheDocument()
  expect(document.activeElement).not.toBe(document.body)
})

test('on an iPhone the app is to be installed first', async () => {
  stubBrowser()
  Reflect.deleteProperty(globalThis, 'Notification')
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1',
  )
  await renderDevices()
  await expect
    .element(page.getByRole('status').filter({ hasText: 'iPhone' }))
    .toHaveTextContent(
      'Auf dem iPhone erst installieren. Teilen, „Zum Home-Bildschirm“, dann hier wiederkommen.',
    )
  await expect.element(button('Einschalten')).not.toBeInTheDocument()
  await expectAccessible()
})

test('the subscription ends with the session, and begins again when the same account logs in', async () => {
  const browser = stubBrowser({ permission: 'granted' })
  const { added } = await renderDevices()
  await button('Einschalten').click()
  await question.getByRole('button', { name: 'Erlauben' }).click()
  await expect.element(page.getByText('Dieses Gerät, eingeschaltet')).toBeVisible()
  await sessionEnded()
  expect(browser.endpoint).toBeUndefined()
  const { added: later } = startServer()
  await keepSubscription('jonas')
  expect(later).toEqual([])
  await keepSubscription('mila')
  expect(later).toEqual(added)
})

test('a device that was removed from another one stays removed', async () => {
  const browser = stubBrowser({ permission: 'granted' })
  setStored('pushSubscription', `mila ${ENDPOINT}`)
  browser.endpoint = ENDPOINT
  const { added } = startServer()
  await keepSubscription('mila')
  expect(added).toEqual([])
  expect(browser.endpoint).toBeUndefined()
  expect(getStored('pushSubscription')).toBeUndefined()
})

test('the server gets a subscription that the browser has replaced, and no other one', async () => {
  const browser = stubBrowser({ permission: 'granted' })
  setStored('pushSubscription', `mila ${ENDPOINT}`)
  browser.endpoint = ENDPOINT
  const { added } = startServer([aDevice('Firefox auf Linux', { isThisDevice: true })])
  await keepSubscription('mila')
  expect(added).toEqual([])
  browser.endpoint = `${ENDPOINT}-renewed`
  await keepSubscription('mila')
  expect(added).toEqual([{ endpoint: `${ENDPOINT}-renewed`, ...KEYS }])
})
