import { expect, test } from 'vitest'
import { renewalDelay } from './ticket-renewal.ts'

const HOUR = 3_600_000

test('a ticket is renewed well before it ends', () => {
  expect(renewalDelay(12 * HOUR, 0)).toBe(9.6 * HOUR)
  expect(renewalDelay(13 * HOUR, 12 * HOUR)).toBe(0.8 * HOUR)
})

test('a ticket that is about to expire, or with an invalid expiry, does not cause many calls', () => {
  expect(renewalDelay(1000, 0)).toBe(10_000)
  expect(renewalDelay(0, 5000)).toBe(10_000)
  expect(renewalDelay(Number.NaN, 0)).toBe(10_000)
})

test('a ticket that is valid for months waits for the longest time of a timer', () => {
  expect(renewalDelay(365 * 24 * HOUR, 0)).toBe(2_147_483_647)
})
