import { expect, test } from 'vitest'
import { countText, EMPTY_UNREAD, withRead, withWaiting } from './unread.ts'

test('messages of others wait until they are read', () => {
  const waiting = withWaiting(withWaiting({ lastReadId: 'b', count: 0 }, 'c'), 'd')
  expect(waiting).toEqual({ lastReadId: 'b', count: 2 })
  expect(withRead(waiting, 'c', 1)).toEqual({ lastReadId: 'c', count: 1 })
  expect(withRead(waiting, 'd')).toEqual({ lastReadId: 'd', count: 0 })
})

test('what was read already does not wait, and reading does not go back', () => {
  const read = { lastReadId: 'd', count: 0 }
  expect(withWaiting(read, 'c')).toBe(read)
  expect(withRead(read, 'c')).toBe(read)
})

test('without a read mark everything is unread', () => {
  expect(withWaiting({ lastReadId: null, count: 0 }, 'a').count).toBe(1)
  expect(withRead(EMPTY_UNREAD, 'a')).toEqual({ lastReadId: 'a', count: 0 })
})

test.each([
  [0, ''],
  [3, '3'],
  [99, '99'],
  [100, '99+'],
])('%i waiting messages read %j', (count, text) => {
  expect(countText(count)).toBe(text)
})
