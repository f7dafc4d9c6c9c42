import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeOnBack } from './modal-history.ts'

/** A history as browsers have it: it goes back some time after it was asked to. */
function fakeHistory() {
  const entries: unknown[] = [null]
  let at = 0
  const target = new EventTarget()
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
      setTimeout(() => {
        at -= 1
        target.dispatchEvent(new Event('popstate'))
      }, 50)
    },
  })
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target))
  vi.stubGlobal('removeEventListener', target.removeEventListener.bind(target))
  return { place: () => at, back: () => history.back() }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

test('Back closes what is open, and leaves the page where it was', () => {
  const { place, back } = fakeHistory()
  const close = vi.fn()
  const stop = closeOnBack(close)
  expect(place()).toBe(1)
  back()
  vi.runAllTimers()
  expect(close).toHaveBeenCalledOnce()
  stop()
  vi.runAllTimers()
  expect(place()).toBe(0)
})

test('what is closed otherwise takes its entry along', () => {
  const { place } = fakeHistory()
  const stop = closeOnBack(vi.fn())
  stop()
  vi.runAllTimers()
  expect(place()).toBe(0)
})

test('what opens again while the history still goes back stays open, and Back closes it', () => {
  const { place, back } = fakeHistory()
  const stop = closeOnBack(vi.fn())
  stop()
  vi.advanceTimersByTime(10)
  const close = vi.fn()
  closeOnBack(close)
  vi.advanceTimersByTime(200)
  expect(close).not.toHaveBeenCalled()
  expect(place()).toBe(1)
  back()
  vi.runAllTimers()
  expect(close).toHaveBeenCalledOnce()
  expect(place()).toBe(0)
})
