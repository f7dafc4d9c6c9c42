import { expect, test } from 'vitest'
import { startApp } from '#testing/start-app.ts'
import { consumeUpTo } from './persistent-rate-limits.ts'

test('of several attempts at once as many are allowed as are left in the window', async () => {
  const app = await startApp({ rateLimitFactor: 1 })
  const limit = { name: 'test', by: 'all', maxAttempts: 10, windowSeconds: 60 }
  const attempt = async (attempts: number) => consumeUpTo(app.services, limit, attempts)
  expect((await attempt(8)).allowed).toBe(8)
  const { allowed, retryAfterSeconds } = await attempt(5)
  expect(allowed).toBe(2)
  expect(retryAfterSeconds).toBeGreaterThan(0)
  expect(retryAfterSeconds).toBeLessThanOrEqual(60)
  expect((await attempt(1)).allowed).toBe(0)
  app.passTime(61_000)
  expect((await attempt(3)).allowed).toBe(3)
})

test('attempts of two callers at the same time share one window', async () => {
  const app = await startApp({ rateLimitFactor: 1 })
  const limit = { name: 'test', by: 'all', maxAttempts: 10, windowSeconds: 60 }
  const both = await Promise.all([7, 7].map(async (attempts) => consumeUpTo(app.services, limit, attempts)))
  expect(both.map(({ allowed }) => allowed).toSorted((one, other) => one - other)).toEqual([3, 7])
})
