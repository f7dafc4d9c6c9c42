import { describe, expect, test } from 'vitest'
import { attachment, downloadNameOf } from './download-name.ts'

describe('the name of a download', () => {
  test.each<[artist: string, title: string, name: string]>([
    ['Größe', 'Über Nacht', 'Größe - Über Nacht.flac'],
    ['AC/DC', 'What? "Live" <1>|*:\\', 'AC_DC - What_ _Live_ _1_____.flac'],
    ['Album', 'Titel.mp3', 'Album - Titel.flac'],
    ['Album', 'Titel.WAV', 'Album - Titel.flac'],
    ['Album', '..', 'Album - ...flac'],
    ['a\u0000b', 'c\nd', 'ab - cd.flac'],
  ])('%j, %j', (artist, title, name) => {
    expect(downloadNameOf(artist, title, 'flac')).toBe(name)
  })

  test('is valid in every file system', () => {
    const name = downloadNameOf('ä'.repeat(200), 'ö'.repeat(200), 'mp3')
    expect(Buffer.byteLength(name)).toBeLessThan(255)
    expect(name.endsWith('.mp3')).toBe(true)
  })
})

test.each([
  [
    'Größe - Süß.mp3',
    `attachment; filename="Grosse - Suss.mp3"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20-%20S%C3%BC%C3%9F.mp3`,
  ],
  [
    `it's (100%) "x" 日.mp3`,
    `attachment; filename="it's (100_) _x_ _.mp3"; filename*=UTF-8''it%27s%20%28100%25%29%20%22x%22%20%E6%97%A5.mp3`,
  ],
])('the header for %j', (name, header) => {
  expect(attachment(name)).toBe(header)
})
