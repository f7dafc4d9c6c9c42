import { expect, test } from 'vitest'
import { formatDate } from '#format.ts'
import { ownDevice, whenUsed } from './own-device.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox auf Linux', 'desktop'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari auf iPhone',
    'mobile',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; SM-X910) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
    'Chrome auf Android',
    'tablet',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge auf Windows',
    'desktop',
  ],
  ['curl/8', 'Unbekannt', 'desktop'],
])('the browser „%s“ is %s', (userAgent, name, type) => {
  expect(ownDevice(userAgent, NOW)).toMatchObject({ name, type, isCurrent: true })
})

test.each([
  ['2026-03-01T12:00:30.000Z', 'gerade eben'],
  ['2026-03-01T11:58:30.000Z', 'gerade eben'],
  ['2026-03-01T11:55:00.000Z', 'vor 5 Minuten'],
  ['2026-03-01T11:00:00.000Z', 'vor einer Stunde'],
  ['2026-03-01T09:30:00.000Z', 'vor 2 Stunden'],
  ['2026-02-20T09:30:00.000Z', 'am 20.02.2026'],
])('a session used at %s was used %s', (lastUsed, words) => {
  expect(whenUsed(lastUsed, NOW.getTime(), formatDate)).toBe(words)
})
