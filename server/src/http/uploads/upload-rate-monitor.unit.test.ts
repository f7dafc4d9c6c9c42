import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { monitorUploadRate } from './upload-rate-monitor.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const ENOUGH = 60 * 16 * 1024

test('a sender with enough bytes in every minute continues', () => {
  const tooSlow = vi.fn()
  const rateMonitor = monitorUploadRate(tooSlow)
  for (let minute = 0; minute < 10; minute += 1) {
    rateMonitor.count(ENOUGH)
    vi.advanceTimersByTime(60_000)
  }
  expect(tooSlow).not.toHaveBeenCalled()
  rateMonitor.stop()
})

test('a sender with too few bytes in a minute is reported once, and not before', () => {
  const tooSlow = vi.fn()
  const rateMonitor = monitorUploadRate(tooSlow)
  rateMonitor.count(ENOUGH - 1)
  vi.advanceTimersByTime(59_000)
  expect(tooSlow).not.toHaveBeenCalled()
  vi.advanceTimersByTime(200_000)
  expect(tooSlow).toHaveBeenCalledTimes(1)
})

test('a sender that began fast and then stopped is reported', () => {
  const tooSlow = vi.fn()
  const rateMonitor = monitorUploadRate(tooSlow)
  rateMonitor.count(ENOUGH * 100)
  vi.advanceTimersByTime(60_000)
  expect(tooSlow).not.toHaveBeenCalled()
  vi.advanceTimersByTime(10_000)
  expect(tooSlow).toHaveBeenCalledTimes(1)
})

test('nothing is reported after the end', () => {
  const tooSlow = vi.fn()
  monitorUploadRate(tooSlow).stop()
  vi.advanceTimersByTime(200_000)
  expect(tooSlow).not.toHaveBeenCalled()
})
