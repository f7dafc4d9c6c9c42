import type { Playlist } from '@tonarchiv/contract/playlists'
import { expect, test } from 'vitest'
import {
  chosenPlaylists,
  type PlaylistFilter,
  type PlaylistOrder,
  playlistCounts,
} from './playlist-choice.ts'

const mila = { id: 'mila', username: 'mila_k', displayName: 'Mila Kramer', photoURL: null }

function playlist(title: string, more: Partial<Playlist>): Playlist {
  return {
    id: title,
    title,
    description: '',
    visibility: 'private',
    owner: mila,
    collaborators: [],
    role: 'owner',
    isFollowed: false,
    entryCount: 0,
    duration: 0,
    hasOwnCover: false,
    covers: [],
    revision: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    changedAt: '2026-01-01T00:00:00.000Z',
    ...more,
  }
}
const playlists = [
  playlist('Zug 10', { entryCount: 5 }),
  playlist('Öl', { collaborators: [mila], createdAt: '2026-02-01T00:00:00.000Z' }),
  playlist('Zug 9', { role: 'collaborator', entryCount: 9 }),
  playlist('Auto', { role: 'reader' }),
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
