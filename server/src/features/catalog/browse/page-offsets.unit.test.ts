import { expect, test } from 'vitest'
import { createPageOffsets } from './page-offsets.ts'

test('a page is found from the nearest cached offset before it', () => {
  const marks = createPageOffsets<number>()
  marks.put(300, 3)
  marks.put(100, 1)
  marks.put(500, 5)
  expect(marks.before(99)).toBeUndefined()
  expect(marks.before(100)).toEqual({ key: 1, skip: 0 })
  expect(marks.before(315)).toEqual({ key: 3, skip: 15 })
  expect(marks.before(499)).toEqual({ key: 3, skip: 199 })
  expect(marks.before(90_000)).toEqual({ key: 5, skip: 89_500 })
})

test('a list read to its end has one cached offset for every few rows', () => {
  const marks = createPageOffsets<number>()
  for (let row = 0; row < 10_000; row += 15) marks.put(row, row * 10)
  let farthest = 0
  let cached = 0
  for (let row = 0; row < 9990; row += 1) {
    const { key, skip } = marks.before(row) ?? { key: 0, skip: row }
    expect(key / 10 + skip).toBe(row)
    farthest = Math.max(farthest, skip)
    if (skip === 0) cached += 1
  }
  expect(farthest).toBeLessThan(80)
  expect(cached).toBeLessThan(160)
})
