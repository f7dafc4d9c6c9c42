import { expect, test } from 'vitest'
import { FixedWindows } from './fixed-windows.ts'

test('counts in the window that started with the first count, and in a new one after its end', () => {
  const windows = new FixedWindows(10)
  expect(windows.count('a', 1, { now: 0, endsAt: 100 })).toEqual({ count: 1, endsAt: 100 })
  expect(windows.count('a', 2, { now: 99, endsAt: 199 })).toEqual({ count: 3, endsAt: 100 })
  expect(windows.running('b', 99)).toBeUndefined()
  expect(windows.running('a', 100)).toBeUndefined()
  expect(windows.count('a', 1, { now: 100, endsAt: 200 })).toEqual({ count: 1, endsAt: 200 })
})

test('does not open a window that is over, such as one of another process that reports late', () => {
  const windows = new FixedWindows(10)
  windows.count('a', 5, { now: 100, endsAt: 90 })
  expect(windows.running('a', 80)).toBeUndefined()
})

test('forgets the window that was unused longest when there are too many', () => {
  const windows = new FixedWindows(2)
  for (const name of ['a', 'b', 'a', 'c']) windows.count(name, 1, { now: 0, endsAt: 100 })
  expect(['a', 'b', 'c'].map((name) => windows.running(name, 1)?.count)).toEqual([2, undefined, 1])
})
