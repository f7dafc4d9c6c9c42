import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { markArrived, useArrivals } from './arrivals.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('an entry that has arrived is marked for five seconds, each for its own', () => {
  const marked = () => [...useArrivals.getState().entryIds]
  markArrived(['a', 'b'])
  vi.advanceTimersByTime(3000)
  markArrived(['c'])
  expect(marked()).toEqual(['a', 'b', 'c'])
  vi.advanceTimersByTime(1999)
  expect(marked()).toEqual(['a', 'b', 'c'])
  vi.advanceTimersByTime(1)
  expect(marked()).toEqual(['c'])
  vi.advanceTimersByTime(3000)
  expect(marked()).toEqual([])
})
