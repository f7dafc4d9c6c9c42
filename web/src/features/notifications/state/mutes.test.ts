import { expect, test } from 'vitest'
import { minutesOf } from './mutes.ts'

const at = (hour: number, minute: number) => new Date(2026, 10, 26, hour, minute).getTime()

test.each([
  [at(20, 0), 11 * 60],
  [at(0, 30), 390],
  [at(7, 0), 1440],
  [at(6, 59), 1],
])('until tomorrow ends at seven in the morning', (now, minutes) => {
  expect(minutesOf('morning', now)).toBe(minutes)
})

test('the other mutes last as long as they say', () => {
  expect([minutesOf('none', 0), minutesOf('hour', 0), minutesOf('workday', 0)]).toEqual([0, 60, 480])
})
