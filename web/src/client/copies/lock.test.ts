import { expect, test } from 'vitest'
import { daysUntilLock, lockedSince, locksAt } from './lock.ts'

const DAY = 24 * 3_600_000
const account = { lastContactAt: 100 * DAY, latestAt: 100 * DAY }

test('copies are locked thirty days after the last contact, and that is announced five days before', () => {
  const at = (days: number) => [lockedSince(account, days * DAY), daysUntilLock(account, days * DAY)]
  expect(at(124)).toEqual([undefined, undefined])
  expect(at(125)).toEqual([undefined, 5])
  expect(at(129.5)).toEqual([undefined, 1])
  expect(at(130)).toEqual([130 * DAY, undefined])
  expect(at(200)).toEqual([130 * DAY, undefined])
  expect(locksAt(account)).toBe(130 * DAY)
})

test('a clock that is set back does not unlock them', () => {
  const seen = { ...account, latestAt: 131 * DAY }
  expect(lockedSince(seen, 101 * DAY)).toBe(130 * DAY)
  expect(daysUntilLock({ ...account, latestAt: 129 * DAY }, 50 * DAY)).toBe(1)
})
