import { expect, test, vi } from 'vitest'
import { watchWaking } from './watch-waking.ts'

/** A page whose events a test dispatches. */
function pageOf() {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  const window = new EventTarget()
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  const wake = vi.fn()
  const stop = watchWaking(wake)
  /** @returns how many times the event has woken */
  const wakesAt = (target: EventTarget, name: string) => {
    wake.mockClear()
    target.dispatchEvent(new Event(name))
    return wake.mock.calls.length
  }
  return { page, window, wakesAt, stop }
}

test('a page that becomes visible, was frozen, or is shown again after Back has woken', () => {
  const { page, window, wakesAt, stop } = pageOf()
  expect(wakesAt(page, 'visibilitychange')).toBe(1)
  expect(wakesAt(page, 'resume')).toBe(1)
  expect(wakesAt(window, 'pageshow')).toBe(1)
  stop()
  expect(wakesAt(page, 'visibilitychange')).toBe(0)
  expect(wakesAt(page, 'resume')).toBe(0)
  expect(wakesAt(window, 'pageshow')).toBe(0)
})

test('a page that becomes hidden, or is loaded in the background, has not', () => {
  const { page, window, wakesAt } = pageOf()
  page.visibilityState = 'hidden'
  expect(wakesAt(page, 'visibilitychange')).toBe(0)
  expect(wakesAt(window, 'pageshow')).toBe(0)
})
