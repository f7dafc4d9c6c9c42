import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchPace } from './upload-pace.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const ENOUGH = 60 * 16 * 1024

test('who brings enough in every minute goes on', () => {
  const tooSlow = vi.fn()
  const pace = watchPace(tooSlow)
  for (let minute = 0; minute < 10; minute += 1) {
    pace.count(ENOUGH)
    vi.advanceTimersByTime(60_000)
  }
  expect(tooSlow).not.toHaveBeenCalled()
  pace.stop()
})

test('who brings too little in a minute is told once, and not before', () => {
  const tooSlow = vi.fn()
  const pace = watchPace(tooSlow)
  pace.count(ENOUGH - 1)
  vi.advanceTimersByTime(59_000)
  expect(tooSlow).not.toHaveBeenCalled()
  vi.advanceTimersByTime(200_000)
  expect(tooSlow).toHaveBeenCalledTimes(1)
})

test('who began fast and then stopped is told', () => {
  const tooSlow = vi.fn()
  const pace = watchPace(tooSlow)
  pace.count(ENOUGH * 100)
  vi.advanceTimersByTime(60_000)
  expect(tooSlow).not.toHaveBeenCalled()
  vi.advanceTimersByTime(10_000)
  expect(tooSlow).toHaveBeenCalledTimes(1)
})

test('nobody is told after the end', () => {
  const tooSlow = vi.fn()
  watchPace(tooSlow).stop()
  vi.advanceTimersByTime(200_000)
  expect(tooSlow).not.toHaveBeenCalled()
})
