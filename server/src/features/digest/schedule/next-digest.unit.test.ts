import { expect, test } from 'vitest'
import { nextDigestAt } from './next-digest.ts'

test.each([
  ['daily', 'Europe/Berlin', '2026-11-26T10:00:00Z', '2026-11-26T17:00:00.000Z'],
  ['daily', 'Europe/Berlin', '2026-11-26T17:00:00Z', '2026-11-27T17:00:00.000Z'],
  ['weekly', 'Europe/Berlin', '2026-11-26T10:00:00Z', '2026-11-29T17:00:00.000Z'],
  ['weekly', 'Europe/Berlin', '2026-11-29T17:00:00Z', '2026-12-06T17:00:00.000Z'],
  // Summer time begins and ends on these Sundays.
  ['daily', 'Europe/Berlin', '2026-03-28T18:00:00Z', '2026-03-29T16:00:00.000Z'],
  ['weekly', 'Europe/Berlin', '2026-10-24T18:00:00Z', '2026-10-25T17:00:00.000Z'],
  // The day of the member counts, and not that of the server.
  ['weekly', 'Pacific/Auckland', '2026-11-29T06:00:00Z', '2026-12-06T05:00:00.000Z'],
  ['daily', 'America/Los_Angeles', '2026-11-27T01:00:00Z', '2026-11-27T02:00:00.000Z'],
] as const)('a %s digest in %s after %s is due at %s', (rhythm, timeZone, now, due) => {
  expect(nextDigestAt(rhythm, timeZone, new Date(now)).toISOString()).toBe(due)
})
