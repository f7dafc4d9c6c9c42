import { expect, test } from 'vitest'
import { scrollStep } from './reorder-scrolling.ts'
import { liftedOf, yieldOf } from './use-reorder.ts'

test.each([
  ['down', { from: 1, to: 3, offset: 80 }, [0, 0, -40, -40, 0]],
  ['up', { from: 3, to: 1, offset: -80 }, [0, 40, 40, 0, 0]],
  ['back to its place', { from: 2, to: 2, offset: 5 }, [0, 0, 0, 0, 0]],
])('a row that is dragged %s has the others give way', (_case, lifted, shifts) => {
  expect(shifts.map((_shift, index) => yieldOf(index, lifted, 40))).toEqual(shifts)
})

test.each([
  ['in the middle', 300, 0],
  ['just inside the upper edge', 150, -3],
  ['at the upper edge', 100, -28],
  ['far above', -500, -28],
  ['at the lower edge', 500, 28],
  ['far below', 2000, 28],
])('a list from 100 to 500 scrolls for a pointer %s', (_case, y, step) => {
  expect(scrollStep(y, 100, 500)).toBe(step)
})

test.each([
  ['is not moved', 100, 0, 2, 0],
  ['is moved by less than half a row', 119, 0, 2, 19],
  ['is moved by more than half a row', 121, 0, 3, 21],
  ['stays under the pointer while the list scrolls', 100, 80, 4, 80],
  ['goes no farther than the last row', 900, 0, 4, 800],
  ['goes no farther than the first row', -900, 0, 0, -1000],
])('a row in the hand %s', (_case, y, scrollTop, to, offset) => {
  const press = { index: 2, startY: 100, startScroll: 0, y }
  expect(liftedOf(press, { scrollTop, rowHeight: 40, count: 5 })).toEqual({ from: 2, to, offset })
})
