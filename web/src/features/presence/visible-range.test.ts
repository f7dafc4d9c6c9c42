import { expect, test } from 'vitest'
import { visibleRange } from './visible-range.ts'

const list = { height: 600, top: 30, rowHeight: 50, count: 10_000 }

test.each([
  ['at the top', 0, { from: 0, to: 18 }],
  ['in the middle', 5030, { from: 94, to: 118 }],
  ['at the end', 30 + 50 * 10_000 - 600, { from: 9982, to: 10_000 }],
  ['far below', 900_000, { from: 10_000, to: 10_000 }],
])('%s of a long list only what is seen is there', (_where, scrollTop, range) => {
  expect(visibleRange({ ...list, scrollTop })).toEqual(range)
})

test('a short list is mounted completely, an empty one and one below the window are not', () => {
  expect(visibleRange({ ...list, scrollTop: 0, count: 5 })).toEqual({ from: 0, to: 5 })
  expect(visibleRange({ ...list, scrollTop: 0, count: 0 })).toEqual({ from: 0, to: 0 })
  expect(visibleRange({ ...list, scrollTop: 0, top: 5000 })).toEqual({ from: 0, to: 0 })
})
