import { expect, test } from 'vitest'
import { uploadLocks } from './upload-locks.ts'

test('one after the other works with an upload, and whoever holds it is asked to stop', async () => {
  const { take } = uploadLocks()
  const asked: string[] = []
  const first = await take('a', () => asked.push('first'))
  const second = take('a', () => asked.push('second'))
  const other = await take('b')
  expect(other).toBeDefined()
  expect(asked).toEqual(['first'])
  first?.()
  const release = await second
  expect(release).toBeDefined()
  release?.()
  expect(await take('a')).toBeDefined()
})

test('of many who wait, each gets it once', async () => {
  const { take } = uploadLocks()
  let inside = 0
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      const release = await take('a')
      inside += 1
      expect(inside).toBe(1)
      await new Promise((resolve) => setImmediate(resolve))
      inside -= 1
      release?.()
    }),
  )
})

test('who waits too long, or leaves, does not get it', async () => {
  const { take } = uploadLocks(5)
  await take('a')
  expect(await take('a')).toBeUndefined()
  const patient = uploadLocks()
  await patient.take('a')
  const leaving = new AbortController()
  const waiting = patient.take('a', undefined, leaving.signal)
  leaving.abort()
  expect(await waiting).toBeUndefined()
})
