import { expect, test } from 'vitest'
import { afterFailure } from './after-failure.ts'

test.each([
  ['aborted', false, 1, true, 'ignore'],
  ['network', false, 1, true, 'retry'],
  ['unsupported', false, 1, true, 'retry'],
  ['network', true, 1, true, 'next'],
  ['unsupported', true, 2, true, 'next'],
  ['unsupported', true, 3, true, 'stop'],
  ['decode', false, 1, true, 'next'],
  ['decode', false, 3, true, 'stop'],
  ['timeout', false, 1, true, 'next'],
  ['network', false, 1, false, 'stop'],
  ['decode', false, 1, false, 'stop'],
] as const)(
  'after %s (asked again: %s, %d in a row, online: %s): %s',
  (failure, isRetry, failuresInARow, isOnline, step) => {
    expect(afterFailure({ failure, isRetry, failuresInARow, isOnline })).toBe(step)
  },
)
