import { expect, test } from 'vitest'
import { albumFromUrl, isNamed } from './album-url.ts'

test.each([
  ['Nordlicht Süd', 'Nordlicht Süd'],
  ['a/b?c#d', 'a/b?c#d'],
  ['...', '...'],
  ['.', 'id'],
  ['..', 'id'],
  ['🎷'.repeat(200), 'id'],
])('the album „%s“ is called %s in an address', (albumTitel, word) => {
  const album = { albumId: 'id', albumTitel }
  expect(albumFromUrl(album)).toBe(word)
  expect(isNamed(album, word)).toBe(true)
  expect(isNamed(album, 'anders')).toBe(false)
})
