import { expect, test } from 'vitest'
import { listensText } from './wording.ts'

test.each([
  [0, 'hört gerade'],
  [59.9, 'hört gerade'],
  [60, 'hört seit 1 Minute'],
  [2400, 'hört seit 40 Minuten'],
  [3599, 'hört seit 59 Minuten'],
  [3600, 'hört seit 1 Stunde'],
  [9000, 'hört seit 2 Stunden'],
])('who has been listening for %d seconds: %s', (seconds, text) => {
  expect(listensText(seconds)).toBe(text)
})
