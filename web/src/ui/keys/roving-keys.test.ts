import { expect, test } from 'vitest'
import { rovingIndex } from './roving-keys.ts'

test.each([
  ['ArrowRight', 0, 3, 1],
  ['ArrowDown', 2, 3, 0],
  ['ArrowLeft', 0, 3, 2],
  ['ArrowUp', 2, 3, 1],
  ['Home', 2, 3, 0],
  ['End', 0, 3, 2],
  ['Enter', 1, 3, undefined],
  ['ArrowRight', 0, 0, undefined],
])('%s on %d of %d', (key, index, count, next) => {
  expect(rovingIndex(key, index, count)).toBe(next)
})
