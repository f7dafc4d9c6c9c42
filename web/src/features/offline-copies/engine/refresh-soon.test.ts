import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRefreshSoon } from './refresh-soon.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('many changes are read once, those of the favorites sooner', () => {
  const refresh = vi.fn()
  const soon = createRefreshSoon(refresh, new AbortController().signal)
  for (let change = 0; change < 50; change += 1) soon('archive')
  for (let change = 0; change < 50; change += 1) soon('favorites')
  vi.advanceTimersByTime(30_000)
  expect(refresh).toHaveBeenCalledTimes(2)
  expect(refresh).toHaveBeenCalledWith('archive')
  expect(refresh).toHaveBeenCalledWith('favorites')
  soon('archive')
  vi.advanceTimersByTime(30_000)
  expect(refresh).toHaveBeenCalledTimes(3)
})

test('nothing is read after the session', () => {
  const refresh = vi.fn()
  const ended = new AbortController()
  const soon = createRefreshSoon(refresh, ended.signal)
  soon('archive')
  ended.abort()
  soon('favorites')
  vi.advanceTimersByTime(60_000)
  expect(refresh).not.toHaveBeenCalled()
})
