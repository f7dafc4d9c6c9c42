import type { Album } from '@tonarchiv/contract/catalog'
import { expect, test } from 'vitest'
import { albumPage } from './known-albums.ts'

function album(title: string, more: Partial<Album> = {}): Album {
  return {
    albumId: title,
    albumTitel: title,
    albumCover: 'unknown',
    releaseJahr: 2020,
    type: 'album',
    isExclusive: false,
    createdAt: '2026-01-01T00:00:00.000Z',
    tracks: [{ id: `${title}-1`, title: `Lied von ${title}`, file: `${title}.mp3`, duration: 1 }],
    ...more,
  }
}

const known = [
  album('Zwischengeschoss', { releaseJahr: 2023, createdAt: '2026-03-01T00:00:00.000Z' }),
  album('Ähre', { releaseJahr: 'unknown', type: 'ep', createdAt: '2026-02-01T00:00:00.000Z' }),
  album('Messing', { releaseJahr: 2024 }),
]
const titles = (query: Parameters<typeof albumPage>[1]) =>
  albumPage(known, query).albums.map(({ albumTitel }) => albumTitel)

test('without a connection albums keep the order of the archive, or get another one', () => {
  expect(titles({})).toEqual(['Zwischengeschoss', 'Ähre', 'Messing'])
  expect(titles({ sort: 'title' })).toEqual(['Ähre', 'Messing', 'Zwischengeschoss'])
  expect(titles({ sort: 'year' })).toEqual(['Messing', 'Zwischengeschoss', 'Ähre'])
  expect(titles({ sort: 'newest' })).toEqual(['Zwischengeschoss', 'Ähre', 'Messing'])
})

test('a search finds titles of albums and tracks, whatever their accents', () => {
  expect(titles({ search: 'ahre' })).toEqual(['Ähre'])
  expect(titles({ search: 'lied mess' })).toEqual(['Messing'])
  expect(titles({ search: 'nichts' })).toEqual([])
  expect(titles({ year: 2023 })).toEqual(['Zwischengeschoss'])
  expect(titles({ type: 'ep' })).toEqual(['Ähre'])
})

test('a link to a track names it, and a later page begins where the first has ended', () => {
  expect(albumPage(known, { track: 'Messing.mp3' })).toMatchObject({ trackId: 'Messing-1', total: 1 })
  expect(albumPage(known, { offset: 2 })).toMatchObject({ albums: [{ albumTitel: 'Messing' }], total: 3 })
  expect(albumPage(known, {})).toMatchObject({ years: [2024, 2023], counts: { album: 2, ep: 1 } })
})
