import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepLeftPosition, takeLeftPosition } from './left-position.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const left = { trackId: 'a', positionSeconds: 31.5 }

test('a position is read once by its account, soon after the page was unloaded', () => {
  keepLeftPosition('mila', left)
  vi.advanceTimersByTime(29_000)
  expect(takeLeftPosition('mila')).toMatchObject(left)
  expect(takeLeftPosition('mila')).toBeUndefined()
})

test('a position of another account, or of long ago, does not count', () => {
  keepLeftPosition('mila', left)
  expect(takeLeftPosition('tom')).toBeUndefined()
  keepLeftPosition('mila', left)
  vi.advanceTimersByTime(31_000)
  expect(takeLeftPosition('mila')).toBeUndefined()
})
