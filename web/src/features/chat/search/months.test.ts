import { expect, test } from 'vitest'
import { byMonth, hitTime } from './months.ts'

test('hits are listed by their month', () => {
  const hits = ['2024-11-28T10:03:00', '2024-11-27T20:14:00', '2024-09-21T18:31:00', '2023-11-05T12:12:00']
  expect(
    byMonth(hits.map((createdAt) => ({ createdAt }))).map(({ month, hits: its }) => [month, its.length]),
  ).toEqual([
    ['November 2024', 2],
    ['September 2024', 1],
    ['November 2023', 1],
  ])
})

test('a hit of today shows its time, an earlier one its day and time', () => {
  expect(hitTime('2024-11-28T10:03:00', '2024-11-28')).toBe('heute, 10:03')
  expect(hitTime('2024-11-27T20:14:00', '2024-11-28')).toBe('27.11., 20:14')
})
