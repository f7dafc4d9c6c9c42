import { expect, test } from 'vitest'
import { lastPlayedText, listenedText } from './last-played.ts'

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

test.each([
  [{ count: 1284, lastPlayed: '2026-05-01T09:00:00Z' }, '1.284 Streams, zuletzt gespielt vor 3 Stunden'],
  [{ count: 1, lastPlayed: '2026-05-01T11:59:50Z' }, '1 Stream, zuletzt gespielt gerade eben'],
  [{ count: 0, lastPlayed: null }, '0 Streams, noch nie gespielt'],
])('%o reads %s', (stats, text) => {
  expect(listenedText(stats, Date.parse('2026-05-01T12:00:00Z'))).toBe(text)
})
