import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { repeatWhileNeeded } from './sweeps.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function repeat(work: () => Promise<boolean>) {
  const swept = vi.fn(work)
  const sweeps = repeatWhileNeeded(10, async (once) => once().then(undefined, () => {}), swept)
  return { ...sweeps, swept }
}

test('without open rooms a process looks once and then only after it was woken', async () => {
  const { swept, wake, stop } = repeat(async () => false)
  await vi.advanceTimersByTimeAsync(1000)
  expect(swept).toHaveBeenCalledTimes(1)
  wake()
  await vi.advanceTimersByTimeAsync(1000)
  expect(swept).toHaveBeenCalledTimes(2)
  stop()
})

test('with open rooms, and after a failure, a process looks again', async () => {
  const results = [async () => true, async () => Promise.reject(new Error('no database')), async () => false]
  const { swept, stop } = repeat(async () => results[swept.mock.calls.length - 1]?.() ?? false)
  await vi.advanceTimersByTimeAsync(1000)
  expect(swept).toHaveBeenCalledTimes(3)
  stop()
})

test('a room that is opened while a process looks is not overlooked', async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const { swept, wake, stop } = repeat(async () => (swept.mock.calls.length === 1 ? promise : false))
  await vi.advanceTimersByTimeAsync(15)
  wake()
  resolve(false)
  await vi.advanceTimersByTimeAsync(1000)
  expect(swept).toHaveBeenCalledTimes(2)
  stop()
})
