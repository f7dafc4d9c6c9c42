import { expect, onTestFinished, test, vi } from 'vitest'
import { reserveKeyboardSpace } from './keyboard-space.ts'

const root = document.documentElement
const reserved = () => root.style.getPropertyValue('--keyboard')

test('the height of the keyboard is known while it is open, and the page is not restyled without one', () => {
  const viewport = Object.assign(new EventTarget(), { height: innerHeight, scale: 1 })
  vi.stubGlobal('visualViewport', viewport)
  onTestFinished(() => void vi.unstubAllGlobals())
  const styled = root.getAttribute('style')
  const end = reserveKeyboardSpace()
  onTestFinished(end)
  expect(root.getAttribute('style')).toBe(styled)
  viewport.height = innerHeight - 300
  viewport.dispatchEvent(new Event('resize'))
  expect(reserved()).toBe('300px')
  expect(root.hasAttribute('data-keyboard')).toBe(true)
  // Not a keyboard: the browser's own bars, which are lower, and a zoomed page, whose visual viewport is smaller.
  for (const part of [
    { height: innerHeight - 120, scale: 1 },
    { height: innerHeight / 2, scale: 2 },
  ]) {
    Object.assign(viewport, part)
    viewport.dispatchEvent(new Event('resize'))
    expect(reserved()).toBe('')
  }
  Object.assign(viewport, { height: innerHeight - 300, scale: 1 })
  viewport.dispatchEvent(new Event('resize'))
  expect(reserved()).toBe('300px')
  viewport.height = innerHeight
  viewport.dispatchEvent(new Event('resize'))
  expect(reserved()).toBe('')
  expect(root.hasAttribute('data-keyboard')).toBe(false)
})
