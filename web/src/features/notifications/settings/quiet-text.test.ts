import { expect, test } from 'vitest'
import { bandsOf, minuteIn, minuteText } from './quiet-text.ts'

test.each([
  ['22:30', 1350],
  ['7:00', 420],
  ['7', 420],
  ['0730', 450],
  ['7.30 Uhr', 450],
  [' 00:00 ', 0],
])('%j is a time of the day', (text, minute) => expect(minuteIn(text)).toBe(minute))

test.each(['', 'abends', '24:00', '7:60', '7:5', '-1', '1e3', '7:00:00'])('%j is none', (text) =>
  expect(minuteIn(text)).toBeUndefined(),
)

test('times read without a leading zero in the hour', () => {
  expect([0, 420, 1350].map(minuteText)).toEqual(['0:00', '7:00', '22:30'])
})

test('a quiet time over midnight has two bands, and one that ends at midnight has one', () => {
  expect(bandsOf(1080, 360)).toEqual([
    { left: 0, width: 25 },
    { left: 75, width: 25 },
  ])
  expect(bandsOf(1080, 0)).toEqual([{ left: 75, width: 25 }])
  expect(bandsOf(720, 720)).toEqual([])
})
