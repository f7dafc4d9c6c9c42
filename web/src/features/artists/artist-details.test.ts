import type { Artist } from '@tonarchiv/contract/artists'
import type { Album } from '@tonarchiv/contract/catalog'
import { expect, test } from 'vitest'
import { companionsOf, sectionsOf, summaryOf, withAll, yearsOf } from './artist-details.ts'

const ada = { id: 'a', name: 'Ada' }
const bo = { id: 'b', name: 'Bo' }
const cem = { id: 'c', name: 'Cem' }

function album(changes: Partial<Album>): Album {
  return {
    albumId: 'x',
    albumTitel: 'Weg',
    albumCover: 'unknown',
    releaseJahr: 2020,
    type: 'album',
    isExclusive: false,
    createdAt: '2026-01-01T00:00:00.000Z',
    tracks: [],
    ...changes,
  }
}

function artist(own: Album[], appearances: Album[] = []): Artist {
  return {
    ...ada,
    sortName: 'Ada',
    own: { albums: own, total: own.length },
    appearances: { albums: appearances, total: appearances.length },
    tracks: 1118,
  }
}

test('albums stand by type, and empty sections are left out', () => {
  const albums = [album({ type: 'single' }), album({ type: 'ep' }), album({ type: 'loosies' })]
  expect(sectionsOf(albums).map(({ title, albums: some }) => [title, some.length])).toEqual([
    ['EPs und Singles', 2],
    ['Loosies', 1],
  ])
  expect(summaryOf(artist(albums))).toBe('1 EP, 1 Single · 1.118 Titel')
  expect(summaryOf(artist([]))).toBe('1.118 Titel')
})

test('years are those of albums with a known year', () => {
  expect(yearsOf([album({ releaseJahr: 'unknown' })])).toBeUndefined()
  expect(yearsOf([album({ releaseJahr: 2014 }), album({}), album({ releaseJahr: 'unknown' })])).toEqual({
    oldest: 2014,
    newest: 2020,
  })
})

test('companions are heard on the same tracks, the most frequent first', () => {
  const track = { id: 't', title: 'Lied', duration: 1 }
  const own = album({
    artists: [ada],
    albumCover: '/api/cover/1',
    tracks: [
      { ...track, features: [bo] },
      { ...track, features: [bo, cem] },
      { ...track, artists: [cem], features: [bo] },
    ],
  })
  const other = album({ artists: [cem], tracks: [track, { ...track, features: [ada] }] })
  expect(companionsOf(artist([own], [other])).map(({ name, tracks }) => [name, tracks])).toEqual([
    ['Bo', 2],
    ['Cem', 2],
  ])
  expect(companionsOf(artist([own]))[0]?.cover).toBe('/api/cover/1')
})

test('albums that do not fit into one answer are read until there are no further ones', async () => {
  const [own, other] = [
    ['1', '2', '3', '4', '5'],
    ['6', '7', '8'],
  ]
  const asked: number[] = []
  const read = async (offset: number): Promise<Artist> => {
    asked.push(offset)
    const part = (ids: string[]) => ({
      albums: ids.slice(offset, offset + 2).map((albumId) => album({ albumId })),
      total: ids.length,
    })
    return Promise.resolve({ ...ada, sortName: 'Ada', own: part(own), appearances: part(other), tracks: 9 })
  }
  const whole = await withAll(await read(0), read)
  expect(whole.own.albums.map(({ albumId }) => albumId)).toEqual(own)
  expect(whole.appearances.albums.map(({ albumId }) => albumId)).toEqual(other)
  expect(asked).toEqual([0, 2, 4])

  // Reading also ends if albums were removed after the first page was read.
  const none = { ...artist([]), own: { albums: [], total: 5 } }
  expect(await withAll(none, async () => Promise.resolve(none))).toEqual(none)
})
