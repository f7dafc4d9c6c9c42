import { expect, test } from 'vitest'
import { afterFailure } from './after-failure.ts'

test.each([
  ['network', 'there', false, 1, 'retry'],
  ['unsupported', 'there', false, 1, 'retry'],
  ['network', 'there', true, 1, 'next'],
  ['unsupported', 'there', true, 2, 'next'],
  ['unsupported', 'there', true, 3, 'stop'],
  ['decode', 'there', false, 1, 'next'],
  ['decode', 'there', false, 3, 'stop'],
  ['timeout', 'there', false, 1, 'next'],
  ['unsupported', 'gone', false, 1, 'next'],
  ['unsupported', 'gone', false, 3, 'stop'],
  ['network', 'refused', false, 1, 'next'],
  ['unsupported', 'refused', false, 2, 'stop'],
  ['network', 'unreachable', false, 1, 'wait'],
  ['timeout', 'unreachable', true, 3, 'wait'],
] as const)(
  'after %s of a file that is %s (asked again: %s, %d in a row): %s',
  (failure, fate, isRetry, failuresInARow, step) => {
    expect(afterFailure({ failure, fate, isRetry, failuresInARow })).toBe(step)
  },
)
