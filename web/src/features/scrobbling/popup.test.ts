import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { authorizeInPopup } from './popup.ts'

const ORIGIN = 'https://archive.example'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function opened() {
  const { port1, port2 } = new MessageChannel()
  // A MessagePort replaces the popup's window, because both can be the source of a message.
  const popup = Object.assign(port1, { closed: false })
  const messages = new EventTarget()
  const requests: string[] = []
  const close = vi.spyOn(popup, 'close')
  const outcome = authorizeInPopup({
    origin: ORIGIN,
    open: (features) => {
      requests.push(features)
      return popup
    },
    messages,
  })
  const post = (
    data: unknown,
    { origin = ORIGIN, source = popup }: { origin?: string; source?: MessagePort } = {},
  ) => messages.dispatchEvent(new MessageEvent('message', { data, origin, source }))
  return { popup, requests, outcome, post, close, outsider: port2 }
}

test('the popup is 600 × 700 and is closed after its message', async () => {
  const { requests, outcome, post, close } = opened()
  expect(requests).toEqual(['popup,width=600,height=700'])
  post({ type: 'LASTFM_AUTH_SUCCESS' })
  expect(await outcome).toEqual({ kind: 'connected' })
  expect(close).toHaveBeenCalledOnce()
})

test('an error has a reason or none', async () => {
  const first = opened()
  first.post({ type: 'LASTFM_AUTH_ERROR', error: 'Abgelaufen' })
  expect(await first.outcome).toEqual({ kind: 'failed', error: 'Abgelaufen' })
  const second = opened()
  second.post({ type: 'LASTFM_AUTH_ERROR' })
  expect(await second.outcome).toEqual({ kind: 'failed', error: undefined })
})

test('messages of other origins, other windows and other shapes change nothing', async () => {
  const { outcome, post, outsider } = opened()
  post({ type: 'LASTFM_AUTH_SUCCESS' }, { origin: 'https://evil.example' })
  post({ type: 'LASTFM_AUTH_SUCCESS' }, { source: outsider })
  post({ type: 'LASTFM_AUTH_SUCCESS2' })
  post('LASTFM_AUTH_SUCCESS')
  post({ type: 'LASTFM_AUTH_ERROR', error: 7 })
  post(null)
  post({ type: 'LASTFM_AUTH_ERROR', error: 'die einzige echte' })
  expect(await outcome).toEqual({ kind: 'failed', error: 'die einzige echte' })
})

test('closing the popup is detected within a second', async () => {
  const { popup, outcome } = opened()
  await vi.advanceTimersByTimeAsync(1500)
  popup.closed = true
  await vi.advanceTimersByTimeAsync(1000)
  expect(await outcome).toEqual({ kind: 'closed' })
})

test('a popup that the browser does not open is reported as blocked', async () => {
  const outcome = await authorizeInPopup({ origin: ORIGIN, open: () => null, messages: new EventTarget() })
  expect(outcome).toEqual({ kind: 'blocked' })
})
