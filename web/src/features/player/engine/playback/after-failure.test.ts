import { expect, test } from 'vitest'
import { afterFailure } from './after-failure.ts'

test.each([
  ['network', 'there', true, 1, 'retry'],
  ['unsupported', 'there', true, 1, 'retry'],
  ['network', 'there', false, 1, 'next'],
  ['unsupported', 'there', false, 2, 'next'],
  ['unsupported', 'there', false, 3, 'stop'],
  ['decode', 'there', true, 1, 'next'],
  ['decode', 'there', true, 3, 'stop'],
  ['timeout', 'there', true, 1, 'next'],
  ['unsupported', 'gone', true, 1, 'next'],
  ['unsupported', 'gone', true, 3, 'stop'],
  ['network', 'closed', true, 2, 'next'],
  ['network', 'closed', true, 3, 'stop'],
  ['network', 'refused', true, 1, 'next'],
  ['unsupported', 'refused', true, 2, 'stop'],
  ['network', 'unreachable', true, 1, 'wait'],
  ['timeout', 'unreachable', false, 3, 'wait'],
] as const)(
  'after %s of a file that is %s (may retry: %s, %d in a row): %s',
  (failure, loadOutcome, mayRetry, failuresInARow, step) => {
    expect(afterFailure({ failure, loadOutcome, mayRetry, failuresInARow })).toBe(step)
  },
)
