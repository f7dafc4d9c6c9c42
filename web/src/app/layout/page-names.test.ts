import { expect, test } from 'vitest'
import { pageNameOf } from './page-names.ts'

test.each([
  ['/', 'Home'],
  ['/search', 'Suche'],
  ['/playlists', 'Playlists'],
  ['/playlists/0199', 'Playlist'],
  ['/artists/0199', 'Künstler'],
  ['/rooms', 'Hörräume'],
  ['/rooms/0199', 'Hörraum'],
  ['/admin/albums/0199', 'Album bearbeiten'],
  ['/admin/albums/0199/lyrics/0200', 'Songtext bearbeiten'],
])('the top bar names the page at %s', (path, name) => {
  expect(pageNameOf(path)).toBe(name)
})

test('a path without a page has no name', () => {
  expect(pageNameOf('/erfunden')).toBe('')
})
