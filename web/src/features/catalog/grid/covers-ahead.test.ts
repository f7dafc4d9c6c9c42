import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { COVERS_AHEAD, fetchSequentially } from './covers-ahead.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const covers = Array.from({ length: COVERS_AHEAD }, (_, number) => `/api/cover/${number}`)

test('the first ten covers come in threes, and no more', () => {
  const fetched: string[] = []
  fetchSequentially(covers, (address) => fetched.push(address))
  const counts = Array.from({ length: 6 }, () => {
    vi.advanceTimersByTime(200)
    return fetched.length
  })
  expect(counts).toEqual([3, 6, 9, 10, 10, 10])
  expect(fetched).toEqual(covers)
  expect(vi.getTimerCount()).toBe(0)
})

test('nothing comes any more once the list is left', () => {
  const fetched: string[] = []
  const stop = fetchSequentially(covers, (address) => fetched.push(address))
  vi.advanceTimersByTime(200)
  stop()
  vi.advanceTimersByTime(2000)
  expect(fetched).toHaveLength(3)
})
