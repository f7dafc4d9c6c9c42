import type { ManagedAlbum } from '@tonarchiv/contract/admin'
import { expect, test } from 'vitest'
import { matchingAlbums, moved } from './managed-albums.ts'

const line = (albumTitel: string): ManagedAlbum => ({
  albumId: albumTitel,
  albumTitel,
  albumCover: 'unknown',
  releaseJahr: 2020,
  type: 'album',
  isExclusive: false,
  trackCount: 1,
})

test.each([
  [0, 2, ['b', 'c', 'a', 'd']],
  [3, 0, ['d', 'a', 'b', 'c']],
  [1, 1, ['a', 'b', 'c', 'd']],
  [9, 0, ['a', 'b', 'c', 'd']],
])('moving from %i to %i', (from, to, list) => {
  expect(moved(['a', 'b', 'c', 'd'], from, to)).toEqual(list)
})

test.each([
  ['', ['Straße', 'Größe', 'Öl']],
  ['STRASSE', ['Straße']],
  ['ol', ['Öl']],
  ['grosse', ['Größe']],
  ['nichts', []],
])('a search for "%s" ignores case and accents', (text, titles) => {
  const lines = ['Straße', 'Größe', 'Öl'].map(line)
  expect(matchingAlbums(lines, text, new Set()).map(({ albumTitel }) => albumTitel)).toEqual(titles)
})

test('albums whose tracks match the search are listed, too', () => {
  expect(matchingAlbums([line('a'), line('b')], 'lied', new Set(['b']))).toMatchObject([{ albumId: 'b' }])
})
