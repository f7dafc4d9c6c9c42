import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askInPopup } from './popup.ts'

const ORIGIN = 'https://archive.example'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function opened() {
  const { port1, port2 } = new MessageChannel()
  // A port stands for the window: messages can name it as their source.
  const popup = Object.assign(port1, { closed: false })
  const messages = new EventTarget()
  const asked: string[] = []
  const close = vi.spyOn(popup, 'close')
  const outcome = askInPopup({
    origin: ORIGIN,
    open: (features) => {
      asked.push(features)
      return popup
    },
    messages,
  })
  const say = (
    data: unknown,
    { origin = ORIGIN, source = popup }: { origin?: string; source?: MessagePort } = {},
  ) => messages.dispatchEvent(new MessageEvent('message', { data, origin, source }))
  return { popup, asked, outcome, say, close, stranger: port2 }
}

test('the popup is 600 × 700 and closed when it has told how it went', async () => {
  const { asked, outcome, say, close } = opened()
  expect(asked).toEqual(['popup,width=600,height=700'])
  say({ type: 'LASTFM_AUTH_SUCCESS' })
  expect(await outcome).toEqual({ kind: 'connected' })
  expect(close).toHaveBeenCalledOnce()
})

test('an error comes with its reason, or without one', async () => {
  const first = opened()
  first.say({ type: 'LASTFM_AUTH_ERROR', error: 'Abgelaufen' })
  expect(await first.outcome).toEqual({ kind: 'failed', error: 'Abgelaufen' })
  const second = opened()
  second.say({ type: 'LASTFM_AUTH_ERROR' })
  expect(await second.outcome).toEqual({ kind: 'failed', error: undefined })
})

test('messages of other origins, other windows and other shapes change nothing', async () => {
  const { outcome, say, stranger } = opened()
  say({ type: 'LASTFM_AUTH_SUCCESS' }, { origin: 'https://evil.example' })
  say({ type: 'LASTFM_AUTH_SUCCESS' }, { source: stranger })
  say({ type: 'LASTFM_AUTH_SUCCESS2' })
  say('LASTFM_AUTH_SUCCESS')
  say({ type: 'LASTFM_AUTH_ERROR', error: 7 })
  say(null)
  say({ type: 'LASTFM_AUTH_ERROR', error: 'die einzige echte' })
  expect(await outcome).toEqual({ kind: 'failed', error: 'die einzige echte' })
})

test('closing the popup is noticed within a second', async () => {
  const { popup, outcome } = opened()
  await vi.advanceTimersByTimeAsync(1500)
  popup.closed = true
  await vi.advanceTimersByTimeAsync(1000)
  expect(await outcome).toEqual({ kind: 'closed' })
})

test('a popup that the browser does not open is said to be blocked', async () => {
  const outcome = await askInPopup({ origin: ORIGIN, open: () => null, messages: new EventTarget() })
  expect(outcome).toEqual({ kind: 'blocked' })
})
