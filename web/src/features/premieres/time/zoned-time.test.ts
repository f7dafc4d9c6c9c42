import { expect, test } from 'vitest'
import { momentOf, wallTimeOf } from './zoned-time.ts'

const BERLIN = 'Europe/Berlin'

test('a date and a time mean a moment of the time zone of the server', () => {
  expect(momentOf({ date: '2024-11-30', time: '20:00' }, BERLIN)).toBe('2024-11-30T19:00:00.000Z')
  expect(momentOf({ date: '2024-07-01', time: '00:30' }, BERLIN)).toBe('2024-06-30T22:30:00.000Z')
  expect(momentOf({ date: '2024-11-30', time: '20:00' }, 'America/New_York')).toBe('2024-12-01T01:00:00.000Z')
  expect(wallTimeOf('2024-11-30T19:00:00.000Z', BERLIN)).toEqual({ date: '2024-11-30', time: '20:00' })
})

test('times around the change of the clocks are found', () => {
  // The clock goes from 2:00 to 3:00, and from 3:00 back to 2:00.
  expect(momentOf({ date: '2025-03-30', time: '02:30' }, BERLIN)).toBe('2025-03-30T01:30:00.000Z')
  expect(momentOf({ date: '2025-03-30', time: '03:30' }, BERLIN)).toBe('2025-03-30T01:30:00.000Z')
  expect(momentOf({ date: '2025-10-26', time: '02:30' }, BERLIN)).toBe('2025-10-26T00:30:00.000Z')
})

test('an incomplete date or time means no moment', () => {
  expect(momentOf({ date: '', time: '20:00' }, BERLIN)).toBeUndefined()
  expect(momentOf({ date: '2024-11-30', time: '' }, BERLIN)).toBeUndefined()
})
