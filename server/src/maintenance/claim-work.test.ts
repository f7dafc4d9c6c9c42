import { expect, test } from 'vitest'
import { startApp } from '#testing/start-app.ts'
import { claimPeriod } from './claim-work.ts'

test('periodic work is done by one of all processes in each period', async () => {
  const first = await startApp()
  const second = await startApp({}, { beside: first })
  const period = 10 * 60 * 1000
  const claimsAt = async (minute: number) =>
    Promise.all(
      Array.from({ length: 20 }, async (_, number) =>
        claimPeriod(
          (number % 2 === 0 ? first : second).services.db,
          'rows',
          period,
          new Date(Date.UTC(2030, 0, 1, 12, minute, number)),
        ),
      ),
    )
  const won = async (minute: number) => (await claimsAt(minute)).filter(Boolean).length
  expect(await won(0)).toBe(1)
  expect(await won(9)).toBe(0)
  expect(await won(10)).toBe(1)
  // A process whose clock is behind does not run the work again.
  expect(await won(5)).toBe(0)
})
