import { expect, test } from 'vitest'
import { timeOfText, timeText } from './time-text.ts'

test('times are written with hundredths, and read as they are written', () => {
  expect([undefined, 0, 82_150, 5_999_990, 59_996].map(timeText)).toEqual([
    '',
    '0:00,00',
    '1:22,15',
    '99:59,99',
    '1:00,00',
  ])
  for (const ms of [undefined, 0, 82_150, 5_999_990]) expect(timeOfText(timeText(ms))).toBe(ms)
})

test.each([
  ['1:22', 82_000],
  ['1:22.5', 82_500],
  [' 82,159 ', 82_160],
  ['', undefined],
  ['1:75', null],
  ['abc', null],
  ['-1', null],
  ['99999', null],
])('the time „%s“ is %s', (text, ms) => {
  expect(timeOfText(text)).toBe(ms)
})
