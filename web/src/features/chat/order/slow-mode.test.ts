import { expect, test } from 'vitest'
import { secondsLeft } from './slow-mode.ts'

test('the wait counts down to nothing, and is never longer than the slow mode', () => {
  const at = (seconds: number) => secondsLeft(0, 30, seconds * 1000)
  expect([0, 0.5, 12, 29.5, 30, 300].map(at)).toEqual([30, 30, 18, 1, 0, 0])
  // The browser’s clock is behind.
  expect(at(-100)).toBe(30)
})
