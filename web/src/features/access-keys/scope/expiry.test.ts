import { expect, test } from 'vitest'
import { dateOf, endOfDay, lastDay } from './expiry.ts'

test('a day ends where the next one begins, also at a change of the clock, and reads as itself again', () => {
  for (const day of ['2026-12-31', '2026-03-29', '2026-10-25', '2028-02-29']) {
    const end = endOfDay(day) ?? ''
    expect(dateOf(end)).toBe(day)
    expect(lastDay(end).getDate()).toBe(Number(day.slice(-2)))
  }
  expect(endOfDay('')).toBeUndefined()
})
