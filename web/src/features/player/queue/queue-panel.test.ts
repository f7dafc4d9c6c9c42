import { expect, test } from 'vitest'
import { badgeText } from './queue-panel.ts'

test.each<[number, boolean, string | undefined]>([
  [0, true, undefined],
  [9, true, '9'],
  [10, true, '9+'],
  [10, false, '10'],
  [1000, false, '999+'],
])('%i waiting tracks, phone %s: the badge reads %s', (count, isPhone, text) => {
  expect(badgeText(count, isPhone)).toBe(text)
})
