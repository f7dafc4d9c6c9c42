import { expect, test } from 'vitest'
import { uploadLocks } from './upload-locks.ts'

test('one request at a time uses an upload, and its holder is asked to stop', async () => {
  const { acquire } = uploadLocks()
  const requested: string[] = []
  const first = await acquire('a', () => requested.push('first'))
  const second = acquire('a', () => requested.push('second'))
  const other = await acquire('b')
  expect(other).toBeDefined()
  expect(requested).toEqual(['first'])
  first?.()
  const release = await second
  expect(release).toBeDefined()
  release?.()
  expect(await acquire('a')).toBeDefined()
})

test('of many waiting requests, each gets it once', async () => {
  const { acquire } = uploadLocks()
  let inside = 0
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      const release = await acquire('a')
      inside += 1
      expect(inside).toBe(1)
      await new Promise((resolve) => setImmediate(resolve))
      inside -= 1
      release?.()
    }),
  )
})

test('a request that waits too long or is aborted does not get it', async () => {
  const { acquire } = uploadLocks(5)
  await acquire('a')
  expect(await acquire('a')).toBeUndefined()
  const waitingLock = uploadLocks()
  await waitingLock.acquire('a')
  const leaving = new AbortController()
  const waiting = waitingLock.acquire('a', undefined, leaving.signal)
  leaving.abort()
  expect(await waiting).toBeUndefined()
})
