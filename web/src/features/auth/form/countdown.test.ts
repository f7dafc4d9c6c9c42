import { expect, test } from 'vitest'
import { pauseOf, secondsLeft } from './countdown.ts'

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

test.each([
  [1, '1 Sekunde'],
  [8, '8 Sekunden'],
  [119, '119 Sekunden'],
  [120, '2:00 Minuten'],
  [899, '14:59 Minuten'],
  [3600, '1 Stunde'],
  [3601, '1 Stunde und 1 Minute'],
  [86_340, '23 Stunden und 59 Minuten'],
  [86_400, '24 Stunden'],
])('a pause of %d s is called %s', (seconds, text) => {
  expect(pauseOf(seconds)).toBe(text)
})
