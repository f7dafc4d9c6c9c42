import { expect, test } from 'vitest'
import { lastPlayedText } from './last-played.ts'

const NOW = Date.parse('2026-06-15T12:00:00Z')

test.each([
  ['2026-06-15T11:59:30Z', 'gerade eben'],
  ['2026-06-15T11:59:00Z', 'vor 1 Minute'],
  ['2026-06-15T09:00:00Z', 'vor 3 Stunden'],
  ['2026-06-14T11:00:00Z', 'gestern'],
  ['2026-06-05T12:00:00Z', 'letzte Woche'],
  ['2026-03-01T12:00:00Z', 'vor 3 Monaten'],
  ['2024-06-01T12:00:00Z', 'vor 2 Jahren'],
  ['2026-06-15T12:00:05Z', 'gerade eben'],
  ['kein Datum', 'noch nie'],
  [null, 'noch nie'],
])('%s reads %s', (moment, text) => {
  expect(lastPlayedText(moment, NOW)).toBe(text)
})
