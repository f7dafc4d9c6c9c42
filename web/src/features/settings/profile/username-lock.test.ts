import { expect, test } from 'vitest'
import { lockHint } from './username-lock.ts'

const NOON = Date.parse('2026-03-01T12:00:00.000Z')

test.each([
  ['2026-03-02T12:00:00.000Z', 'Änderung in 24h 0m möglich'],
  ['2026-03-02T11:57:30.000Z', 'Änderung in 23h 58m möglich'],
  ['2026-03-01T12:59:00.000Z', 'Änderung in 0h 59m möglich'],
  ['2026-03-01T12:00:00.001Z', 'Änderung in 0h 1m möglich'],
  ['2026-03-01T12:00:00.000Z', undefined],
  ['2026-02-01T12:00:00.000Z', undefined],
  [null, undefined],
])('a username that may be changed from %s: %s', (changeableAt, hint) => {
  expect(lockHint(changeableAt, NOON)).toBe(hint)
})
