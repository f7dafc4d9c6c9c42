import { beforeEach, expect, test } from 'vitest'
import { holdUnread, isHeld, releaseUnread } from './held.ts'

const view = (inView: readonly string[], seen: readonly string[] = []) => isHeld('room', { inView, seen })

beforeEach(() => {
  releaseUnread('room')
  releaseUnread('other')
})

test('a message that was made unread in view stays unread, however long it is looked at', () => {
  expect(view(['b', 'c'], ['b', 'c'])).toBe(false)
  holdUnread('room', 'b')
  expect(view(['b', 'c'], ['b', 'c'])).toBe(true)
  expect(view(['b', 'c', 'd'], ['b', 'c', 'd'])).toBe(true)
})

test('it is read when it has left the view, came back and was seen', () => {
  holdUnread('room', 'b')
  expect(view(['c', 'd'], ['c', 'd'])).toBe(true)
  expect(view(['b', 'c'], ['c'])).toBe(true)
  expect(view(['b', 'c'], ['b', 'c'])).toBe(false)
  expect(view(['b', 'c'], ['b', 'c'])).toBe(false)
})

test('leaving the conversation ends it, and other conversations are read as ever', () => {
  holdUnread('room', 'b')
  expect(isHeld('other', { inView: ['b'], seen: ['b'] })).toBe(false)
  releaseUnread('room')
  expect(view(['b'], ['b'])).toBe(false)
})
