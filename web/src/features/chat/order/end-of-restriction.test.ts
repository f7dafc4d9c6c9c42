import { expect, test } from 'vitest'
import { endTime, fullTime } from './end-of-restriction.ts'

const now = new Date('2024-11-28T14:30:00')

test.each([
  ['2024-11-28T15:30:00', 'Heute, 15:30'],
  ['2024-11-29T14:30:00', 'Morgen, 14:30'],
  ['2024-12-05T10:12:00', 'Donnerstag, 05.12.2024, 10:12'],
  [null, 'ohne Ende'],
])('a restriction until %s ends %s', (until, text) => {
  expect(endTime(until, now)).toBe(text)
})

test('a member reads the day and the time', () => {
  expect(fullTime('2024-11-29T10:12:00')).toBe('Freitag, 29.11.2024, 10:12')
})
