import { expect, test } from 'vitest'
import { entryBehind } from './room-queue.ts'
import { keptOrder } from './use-settled-order.ts'

test('a moved entry is put behind the one that is above its new place', () => {
  const ids = ['a', 'b', 'c', 'd']
  expect(entryBehind(ids, 'c', 0)).toBeNull()
  expect(entryBehind(ids, 'a', 2)).toBe('c')
  expect(entryBehind(ids, 'd', 1)).toBe('a')
})

test('a held order loses what is gone and gets what is new at its end', () => {
  expect(keptOrder(['a', 'b', 'c'], ['d', 'c', 'a'])).toEqual(['a', 'c', 'd'])
  expect(keptOrder([], ['b', 'a'])).toEqual(['b', 'a'])
})
