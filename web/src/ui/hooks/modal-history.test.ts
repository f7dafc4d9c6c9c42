import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeOnBack } from './modal-history.ts'

const stops: (() => void)[] = []
/** Opens an overlay, and closes it at the end of the test. */
function opened(close: () => void): () => void {
  const stop = closeOnBack(close)
  stops.push(stop)
  return stop
}

/** A fake history that goes back asynchronously, as browsers do. */
function fakeHistory() {
  const entries: unknown[] = [null]
  let at = 0
  const target = new EventTarget()
  function go(steps: 1 | -1) {
    setTimeout(() => {
      at += steps
      target.dispatchEvent(new Event('popstate'))
    }, 50)
  }
  vi.stubGlobal('history', {
    get state() {
      return entries[at]
    },
    pushState(state: unknown) {
      entries.splice(at + 1, entries.length, state)
      at += 1
    },
    replaceState(state: unknown) {
      entries[at] = state
    },
    back() {
      go(-1)
    },
    forward() {
      go(1)
    },
  })
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target))
  vi.stubGlobal('removeEventListener', target.removeEventListener.bind(target))
  return {
    place: () => at,
    back: () => history.back(),
    pushes: (page: string) => history.pushState(page, ''),
    replaces: (page: object) => history.replaceState(page, ''),
    /** Calls the listener at each navigation of the fake browser, as a router does. */
    listens: (listener: () => void) => target.addEventListener('popstate', listener),
  }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.runAllTimers()
  vi.useRealTimers()
})

test('Back closes an overlay and does not change the page', () => {
  const { place, back } = fakeHistory()
  const close = vi.fn()
  const stop = opened(close)
  expect(place()).toBe(1)
  back()
  vi.runAllTimers()
  expect(close).toHaveBeenCalledOnce()
  stop()
  vi.runAllTimers()
  expect(place()).toBe(0)
})

test('an overlay that is closed in another way removes its history entry', () => {
  const { place } = fakeHistory()
  const stop = opened(vi.fn())
  stop()
  vi.runAllTimers()
  expect(place()).toBe(0)
})

test('an overlay that opens while the history still goes back stays open, and Back closes it', () => {
  const { place, back } = fakeHistory()
  const stop = opened(vi.fn())
  stop()
  vi.advanceTimersByTime(10)
  const close = vi.fn()
  opened(close)
  vi.advanceTimersByTime(200)
  expect(close).not.toHaveBeenCalled()
  expect(place()).toBe(1)
  back()
  vi.runAllTimers()
  expect(close).toHaveBeenCalledOnce()
  expect(place()).toBe(0)
})

test('after a link inside an overlay, a single Back returns to the page that opened it', () => {
  const { place, back, pushes } = fakeHistory()
  const [outer, inner] = [opened(vi.fn()), opened(vi.fn())]
  pushes('album')
  inner()
  outer()
  vi.runAllTimers()
  expect(place()).toBe(1)
  expect(history.state).toBe('album')
  back()
  vi.runAllTimers()
  expect(place()).toBe(0)
  expect(history.state).toBeNull()
  pushes('chat')
  pushes('videos')
  expect(place()).toBe(2)
})

test('a page that is replaced while the history still goes back is the current one afterwards', () => {
  const { place, replaces, listens } = fakeHistory()
  const states: unknown[] = []
  const stop = opened(vi.fn())
  listens(() => states.push(history.state))
  stop()
  vi.advanceTimersByTime(10)
  replaces({ page: 'album' })
  vi.runAllTimers()
  expect(place()).toBe(0)
  expect(states).toEqual([{ page: 'album' }])
})

test('a page that is opened while the history still goes back stands above the one before', () => {
  const { place, back, pushes, listens } = fakeHistory()
  const states: unknown[] = []
  const stop = opened(vi.fn())
  listens(() => states.push(history.state))
  stop()
  vi.advanceTimersByTime(10)
  pushes('album')
  vi.runAllTimers()
  expect(place()).toBe(1)
  expect(states).toEqual(['album'])
  back()
  vi.runAllTimers()
  expect(history.state).toBeNull()
})

test('a page that is replaced below an open overlay stays, and Back still closes the overlay', () => {
  const { place, back, replaces } = fakeHistory()
  const close = vi.fn()
  const stop = opened(close)
  replaces({ page: 'album' })
  back()
  vi.runAllTimers()
  expect(close).toHaveBeenCalledOnce()
  expect(place()).toBe(0)
  expect(history.state).toEqual({ page: 'album' })
  stop()
})

test('with several overlays, each Back closes the topmost', () => {
  const { place, back } = fakeHistory()
  const closed: string[] = []
  for (const name of ['sheet', 'details', 'menu']) {
    const stop = opened(() => {
      closed.push(name)
      stop()
    })
  }
  for (const expected of [['menu'], ['menu', 'details'], ['menu', 'details', 'sheet']]) {
    back()
    vi.runAllTimers()
    expect(closed).toEqual(expected)
  }
  expect(place()).toBe(0)
})

test('Back does not close a persistent overlay, and closes what is below it afterwards', () => {
  const { place, back } = fakeHistory()
  const [below, persistent] = [vi.fn(), vi.fn()]
  opened(below)
  const stop = closeOnBack(persistent, true)
  stops.push(stop)
  for (let turn = 0; turn < 2; turn += 1) {
    back()
    vi.runAllTimers()
    expect(place()).toBe(1)
  }
  expect(persistent).not.toHaveBeenCalled()
  stop()
  vi.runAllTimers()
  back()
  vi.runAllTimers()
  expect(below).toHaveBeenCalledOnce()
  expect(place()).toBe(0)
})

test('when the topmost overlay is closed in another way, those below stay open, and Back still closes them', () => {
  const { place, back } = fakeHistory()
  const close = vi.fn()
  opened(close)
  opened(vi.fn())()
  vi.runAllTimers()
  expect(close).not.toHaveBeenCalled()
  expect(place()).toBe(1)
  back()
  vi.runAllTimers()
  expect(close).toHaveBeenCalledOnce()
  expect(place()).toBe(0)
})
