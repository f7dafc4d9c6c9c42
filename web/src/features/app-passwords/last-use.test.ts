import { expect, test } from 'vitest'
import { lastUse } from './last-use.ts'

const now = new Date(2026, 2, 30, 12, 5).getTime()
const used = (lastUsedAt: Date | null, isPlaying = false) => ({
  id: 'a',
  name: 'Küchenradio',
  createdAt: '2026-01-01T00:00:00.000Z',
  app: null,
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  isPlaying,
})

test.each([
  [new Date(2026, 2, 30, 7, 4), 'heute, 7:04'],
  [new Date(2026, 2, 30, 12, 30), 'heute, 12:30'],
  [new Date(2026, 2, 31, 0, 1), 'heute, 0:01'],
  // In this night, clocks in Europe go forward by an hour.
  [new Date(2026, 2, 29, 0, 0), 'gestern, 0:00'],
  [new Date(2026, 2, 28, 23, 59), '28.03.2026'],
  [new Date(2025, 10, 4, 9, 0), '04.11.2025'],
  [null, 'noch nie'],
])('a use at %s reads "%s"', (at, text) => {
  expect(lastUse(used(at), now)).toBe(text)
})

test('while a stream runs it says so, whatever the last use', () => {
  expect(lastUse(used(new Date(2025, 1, 1), true), now)).toBe('spielt gerade ab')
  expect(lastUse(used(null, true), now)).toBe('spielt gerade ab')
})
