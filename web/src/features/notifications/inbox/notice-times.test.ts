import { expect, test } from 'vitest'
import { noticeTime, periodOf, premiereTime } from './notice-times.ts'

const NOW = new Date(2024, 10, 28, 20, 0).getTime()
const at = (day: number, hour: number, minute = 0) => new Date(2024, 10, day, hour, minute).toISOString()

test.each([
  [at(28, 19, 59), 'Heute', 'vor 1 Minute'],
  [at(28, 18, 2), 'Heute', '18:02'],
  [at(27, 22, 47), 'Gestern', 'gestern, 22:47'],
  [at(26, 9), 'Diese Woche', '26.11.2024'],
  [at(22, 9), 'Diese Woche', '22.11.2024'],
  [at(21, 9), 'Früher', '21.11.2024'],
])('%s is %s and reads %s', (moment, period, text) => {
  expect([periodOf(moment, NOW), noticeTime(moment, NOW)]).toEqual([period, text])
})

test('a notice of just before midnight is of yesterday, and reads how long ago it was', () => {
  const midnight = new Date(2024, 10, 28, 0, 5).getTime()
  expect(periodOf(at(27, 23, 55), midnight)).toBe('Gestern')
  expect(noticeTime(at(27, 23, 55), midnight)).toBe('vor 10 Minuten')
})

test('a premiere names its day unless it is the same', () => {
  expect(premiereTime(at(28, 20), at(28, 19))).toBe('Premiere um 20:00')
  expect(premiereTime(at(30, 20), at(28, 19))).toBe('Premiere am 30.11.2024, 20:00')
})
