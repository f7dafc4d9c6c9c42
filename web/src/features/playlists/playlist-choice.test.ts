import { expect, test } from 'vitest'
import { aPlaylist, mila } from '../../testing/a-playlist.ts'
import {
  chosenPlaylists,
  type PlaylistFilter,
  type PlaylistOrder,
  playlistCounts,
} from './playlist-choice.ts'

const playlists = [
  aPlaylist('Zug 10', { entryCount: 5 }),
  aPlaylist('Öl', { collaborators: [mila], createdAt: '2026-12-01T00:00:00.000Z' }),
  aPlaylist('Zug 9', { role: 'collaborator', entryCount: 9 }),
  aPlaylist('Auto', { role: 'reader' }),
]

test.each([
  ['all', 'changed', '', ['Zug 10', 'Öl', 'Zug 9', 'Auto']],
  ['own', 'changed', '', ['Zug 10', 'Öl']],
  ['shared', 'changed', '', ['Öl', 'Zug 9']],
  ['followed', 'changed', '', ['Auto']],
  ['all', 'title', '', ['Auto', 'Öl', 'Zug 9', 'Zug 10']],
  ['all', 'created', '', ['Öl', 'Zug 10', 'Zug 9', 'Auto']],
  ['all', 'length', ' zug ', ['Zug 9', 'Zug 10']],
] satisfies [PlaylistFilter, PlaylistOrder, string, string[]][])(
  'the filter %s in the order %s with the search "%s"',
  (filter, order, search, titles) => {
    expect(chosenPlaylists(playlists, { search, filter, order }).map(({ title }) => title)).toEqual(titles)
  },
)

test('a shared playlist of one’s own counts as both', () => {
  expect(playlistCounts(playlists)).toEqual({ own: 2, shared: 2, smart: 0, followed: 1 })
})
