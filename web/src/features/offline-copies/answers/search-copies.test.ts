import { SearchAnswer } from '@tonarchiv/contract/search'
import { expect, test } from 'vitest'
import { aPlaylist } from '../../../testing/a-playlist.ts'
import { searchCopies } from './search-copies.ts'

const track = (title: string, more = {}) => ({
  id: title,
  title,
  artist: 'Ada',
  album: 'Nordlicht Süd',
  file: `${title}.mp3`,
  coverUrl: '/default-album.jpg',
  durationSeconds: 60,
  isExclusive: false,
  ...more,
})
const known = {
  tracks: [track('Abfahrt'), track('Ankunft', { albumId: 'n' }), track('Sassnitz')],
  albums: [],
  playlists: [aPlaylist('p', { title: 'Abfahrten' })],
}

test('what lies on this device is found in the form of any search', () => {
  const answer = searchCopies(known, { q: 'abfahrt', limit: 3, offset: 0 })
  expect(SearchAnswer.safeParse(answer).success).toBe(true)
  expect(answer.groups.songs).toMatchObject({
    total: 1,
    hits: [{ title: 'Abfahrt', albumId: 'Nordlicht Süd' }],
  })
  expect(answer.groups.playlists).toMatchObject({ total: 1 })
  expect(answer.terms).toEqual(['abfahrt'])
})

test('a group alone comes page by page', () => {
  const { groups } = searchCopies(known, { q: 'nordlicht', group: 'songs', limit: 2, offset: 2 })
  expect(groups.songs).toMatchObject({ total: 3, hits: [{ title: 'Sassnitz' }] })
  expect(groups.playlists).toBeUndefined()
})
