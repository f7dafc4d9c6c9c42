import { describe, expect, test } from 'vitest'
import { gridMeasures, rowsOf } from './album-rows.ts'

describe('as many columns as fit', () => {
  test.each([
    ['the full width of the design', 1144, false, 1, 5],
    ['the widest content', 1312, false, 1, 6],
    ['a narrow desktop', 488, false, 1, 2],
    ['less than one column', 120, false, 1, 1],
    ['a phone', 358, true, 1, 2],
    ['text at double size', 1144, false, 2, 2],
  ])('%s', (_case, width, isPhone, scale, columns) => {
    const measures = gridMeasures(width, isPhone, scale)
    expect(measures.columns).toBe(columns)
    expect(measures.columns * measures.columnWidth + (columns - 1) * measures.columnGap).toBeCloseTo(width)
  })
})

test('no width yet means no negative column', () => {
  expect(gridMeasures(0, true, 1).columnWidth).toBe(0)
})

test('albums are cut into rows in their order', () => {
  expect(rowsOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]])
  expect(rowsOf([], 5)).toEqual([])
})

test('albums that begin in the middle stand where they belong', () => {
  const none = undefined
  expect(rowsOf([5, 6, 7], 2, 5)).toEqual([
    [none, none],
    [none, none],
    [none, 5],
    [6, 7],
  ])
  expect(rowsOf([4, 5, 6], 2, 4)).toEqual([[none, none], [none, none], [4, 5], [6]])
})
