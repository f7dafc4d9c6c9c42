import { expect, test } from 'vitest'
import { secondsLeft } from './countdown.ts'

test.each([
  [60_000, 0, 60],
  [60_000, 1, 60],
  [60_000, 18_000, 42],
  [60_000, 59_999, 1],
  [60_000, 60_000, 0],
  [60_000, 99_000, 0],
])('until %d seen at %d it is %d s', (end, now, seconds) => {
  expect(secondsLeft(end, now)).toBe(seconds)
})
