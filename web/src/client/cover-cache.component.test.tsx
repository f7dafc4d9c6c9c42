import { expect, onTestFinished, test, vi } from 'vitest'
import { clearCoverCache } from './cover-cache.ts'
import { COVER_CACHE, COVER_TIMEOUT } from './cover-cache-names.ts'

const cacheCover = async () => (await caches.open(COVER_CACHE)).put('/api/cover/a', new Response('cover'))

test('a cover that was still loading when the covers were removed is removed, too', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(async () => {
    vi.useRealTimers()
    await caches.delete(COVER_CACHE)
  })
  await cacheCover()
  await clearCoverCache()
  expect(await caches.has(COVER_CACHE)).toBe(false)
  await cacheCover()
  await vi.advanceTimersByTimeAsync(COVER_TIMEOUT)
  await expect.poll(() => caches.has(COVER_CACHE)).toBe(false)
})
