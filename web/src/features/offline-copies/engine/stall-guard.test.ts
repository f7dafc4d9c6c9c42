import { expect, onTestFinished, test, vi } from 'vitest'
import { createStallGuard } from './stall-guard.ts'

test('a request is aborted when nothing has arrived for a while, and only then', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const guard = createStallGuard(1000)
  vi.advanceTimersByTime(900)
  guard.moved()
  vi.advanceTimersByTime(900)
  expect(guard.signal.aborted).toBe(false)
  vi.advanceTimersByTime(100)
  expect(guard.signal.aborted).toBe(true)
})

test('a request that is over is not aborted', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const guard = createStallGuard(1000)
  guard.end()
  vi.advanceTimersByTime(1000)
  expect(guard.signal.aborted).toBe(false)
})
