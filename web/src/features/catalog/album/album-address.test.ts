import { expect, test } from 'vitest'
import { albumInAddress, isNamed } from './album-address.ts'

test.each([
  ['Nordlicht Süd', 'Nordlicht Süd'],
  ['a/b?c#d', 'a/b?c#d'],
  ['...', '...'],
  ['.', 'id'],
  ['..', 'id'],
  ['🎷'.repeat(200), 'id'],
])('the album „%s“ is called %s in an address', (albumTitel, word) => {
  const album = { albumId: 'id', albumTitel }
  expect(albumInAddress(album)).toBe(word)
  expect(isNamed(album, word)).toBe(true)
  expect(isNamed(album, 'anders')).toBe(false)
})
