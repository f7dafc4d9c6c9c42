import { expect, test } from 'vitest'
import { growingCache, loadingCache } from './growing-cache.ts'

test('the entry that was used least recently is removed when there are too many', () => {
  const cache = growingCache<string, number>(2)
  cache.set('a', 1).set('b', 2)
  cache.get('a')
  cache.set('c', 3)
  expect([...cache.keys()].toSorted()).toEqual(['a', 'c'])
  for (let n = 0; n < 1000; n += 1) cache.set(`n${n}`, n)
  expect([...cache.keys()].toSorted()).toEqual(['n998', 'n999'])
})

test('a large cache needs no memory for the entries that it does not hold', () => {
  const before = process.memoryUsage()
  const caches = Array.from({ length: 20 }, () => growingCache<string, number>(1_000_000))
  const after = process.memoryUsage()
  for (const cache of caches) cache.set('a', 1)
  // 20 caches with reserved memory would take more than 300 MB.
  expect(after.rss - before.rss).toBeLessThan(100 * 1024 * 1024)
})

test('a value is loaded once, and not kept if the cache is cleared while it is loaded', async () => {
  const cache = loadingCache<string>(10, 60_000)
  expect(await cache.find('a', async () => 'old')).toBe('old')
  expect(await cache.find('a', async () => 'new')).toBe('old')
  const { promise, resolve } = Promise.withResolvers<string>()
  const loading = cache.find('b', async () => promise)
  cache.clear()
  resolve('old')
  expect(await loading).toBe('old')
  expect(await cache.find('b', async () => 'new')).toBe('new')
  expect(await cache.find('c', async () => undefined)).toBeUndefined()
  expect(await cache.find('c', async () => 'new')).toBe('new')
})
