import { expect, test } from 'vitest'
import { createRateMeter } from './upload-rate.ts'

test('the rate is that of the last five seconds', () => {
  const rate = createRateMeter()
  expect(rate(0, 0)).toBeUndefined()
  expect(rate(100, 100)).toBeUndefined()
  expect(rate(1000, 1000)).toBe(1000)
  for (let second = 2; second <= 10; second += 1) rate(1000 + second * 500, second * 1000)
  expect(rate(6500, 11_000)).toBe(500)
})

test('a decreasing number of bytes restarts the measurement', () => {
  const rate = createRateMeter()
  rate(0, 0)
  rate(5000, 1000)
  expect(rate(4000, 2000)).toBeUndefined()
  expect(rate(6000, 3000)).toBe(2000)
})
