import { expect, test } from 'vitest'
import { dayOf, videoTime } from './wording.ts'

test.each([
  [0, '0:00'],
  [3.9, '0:03'],
  [1086, '18:06'],
  [3599.9, '59:59'],
  [3600, '1:00:00'],
  [4368, '1:12:48'],
  [Infinity, '0:00'],
  [null, ''],
])('%s seconds of video read "%s"', (seconds, text) => expect(videoTime(seconds)).toBe(text))

test('a day is shown as it was entered', () => {
  expect(dayOf('2024-11-14')).toBe('14.11.2024')
  expect(dayOf('2024-13-01')).toBe('Ungültiges Datum')
})
