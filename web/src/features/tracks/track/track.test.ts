import type { Album } from '@tonarchiv/contract/catalog'
import type { Favorite } from '@tonarchiv/contract/favorites'
import type { Play } from '@tonarchiv/contract/plays'
import { expect, test } from 'vitest'
import {
  artistAndAlbum,
  canStart,
  isPlayable,
  trackOfFavorite,
  trackOfPlay,
  trackOfSong,
  trackOfTopTrack,
  tracksOfAlbum,
} from './track.ts'

const album: Album = {
  albumId: 'album',
  albumTitel: 'Nordlicht Süd',
  albumCover: 'unknown',
  releaseJahr: 2024,
  type: 'ep',
  isExclusive: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  tracks: [
    { id: 'a', title: 'Süßholz.mp3', file: 'a.mp3', duration: 12 },
    { id: 'b', title: '[FEHLT] Lichtung', duration: 0 },
  ],
}

const favorite: Favorite = {
  id: 'favorite',
  itemId: '/api/stream/a.mp3',
  item_id: '/api/stream/a.mp3',
  item_type: 'track',
  item_data: {
    url: '/api/stream/a.mp3',
    title: 'Süßholz.mp3',
    artist: 'Nordlicht Süd',
    album: 'Nordlicht Süd',
    coverUrl: '/api/cover/a.jpg',
  },
  createdAt: '2026-01-01T00:00:00.000Z',
  track: { id: 'a', file: 'a.mp3', duration: 12, exclusive: true },
}

/** A track as the ranking and the song list of the server contain it. */
const listed = {
  id: 'a',
  title: 'Süßholz.mp3',
  artist: 'Nordlicht Süd',
  file: 'a.mp3',
  coverUrl: '/api/cover/a.jpg',
  duration: 12,
  exclusive: true,
}

const song = { ...listed, album: 'Nordlicht Süd', albumTitle: 'Nordlicht Süd', count: 0, lastPlayed: null }

const play: Play = {
  id: 'play',
  track_id: 'a',
  track_name: 'Süßholz.mp3',
  artist: 'Nordlicht Süd',
  album: 'Nordlicht Süd',
  cover_url: '/api/cover/a.jpg',
  duration: 12,
  completed: false,
  played_at: '2026-01-01T00:00:00.000Z',
  track: { id: 'a', file: 'a.mp3', duration: 12, exclusive: true },
}

const track = {
  id: 'a',
  title: 'Süßholz',
  artist: 'Nordlicht Süd',
  album: 'Nordlicht Süd',
  file: 'a.mp3',
  durationSeconds: 12,
  isExclusive: true,
}

test('album, favorites, ranking and song list describe a track in the same way', () => {
  const coverUrl = '/api/cover/a.jpg'
  expect(tracksOfAlbum({ ...album, albumCover: coverUrl })[0]).toEqual({
    ...track,
    albumId: album.albumId,
    coverUrl,
    year: 2024,
  })
  expect(trackOfFavorite(favorite)).toEqual({ ...track, coverUrl })
  expect(trackOfPlay(play)).toEqual({ ...track, coverUrl })
  expect(trackOfTopTrack({ ...listed, album: 'Nordlicht Süd', count: 3 })).toEqual({ ...track, coverUrl })
  expect(trackOfSong(song)).toEqual({ ...track, coverUrl })
})

test('a missing track of an album has no file and no mark in its title', () => {
  const missing = tracksOfAlbum(album)[1]
  expect(missing).toMatchObject({ title: 'Lichtung', coverUrl: '/default-album.jpg' })
  expect(missing && isPlayable(missing)).toBe(false)
})

test('a favorite that is no longer in the archive cannot be played', () => {
  const gone = trackOfFavorite({ ...favorite, track: null })
  expect(gone).toMatchObject({ id: '/api/stream/a.mp3', title: 'Süßholz' })
  expect(isPlayable(gone)).toBe(false)
})

test('a missing track has no mark in its title in any list', () => {
  const title = '[FEHLT] Lichtung.mp3'
  const { file: _file, ...missing } = song
  const titles = [
    trackOfFavorite({ ...favorite, track: null, item_data: { ...favorite.item_data, title } }),
    trackOfPlay({ ...play, track_name: title }),
    trackOfSong({ ...missing, title }),
  ].map((track) => track.title)
  expect(titles).toEqual(['Lichtung', 'Lichtung', 'Lichtung'])
})

test('a track is by its own artists, otherwise by those of its album, otherwise by the title of the album', () => {
  const [ada, bo] = [
    { id: 'a', name: 'Ada' },
    { id: 'b', name: 'Bo' },
  ]
  const [plain] = album.tracks
  if (!plain) throw new Error('The album has no tracks')
  const tracks = tracksOfAlbum({
    ...album,
    artists: [ada],
    tracks: [plain, { ...plain, artists: [bo] }, { ...plain, artists: [ada], features: [bo] }],
  })
  expect(tracks.map(({ artist, credits }) => [artist, credits])).toEqual([
    ['Ada', undefined],
    ['Bo', { artists: [bo], features: [] }],
    ['Ada', { artists: [], features: [bo] }],
  ])
  expect(tracks.map(artistAndAlbum)[0]).toBe('Ada · Nordlicht Süd')
  expect(tracksOfAlbum(album).map(artistAndAlbum)[0]).toBe('Nordlicht Süd')
})

test('the mark of a file that browsers cannot play comes from every list', () => {
  const mark = { needsConversion: true } as const
  const current = { id: 'a', file: 'a.aiff', duration: 12, exclusive: true }
  const marked = { ...album, tracks: [{ id: 'a', title: 'A', file: 'a.aiff', duration: 12, ...mark }] }
  const tracks = [
    ...tracksOfAlbum(marked),
    trackOfFavorite({ ...favorite, track: { ...current, ...mark } }),
    trackOfPlay({ ...play, track: { ...current, ...mark } }),
    trackOfTopTrack({ ...listed, album: 'Nordlicht Süd', count: 3, ...mark }),
    trackOfSong({ ...song, ...mark }),
  ]
  for (const each of tracks) expect(each).toMatchObject({ needsConversion: true })
  expect(tracksOfAlbum(album)[0]).not.toHaveProperty('needsConversion')
})

test('a track that needs conversion starts where the browser knows its format or the server encodes it', () => {
  const marked = { ...trackOfSong(song), needsConversion: true } as const
  const nothing = { canPlay: () => false }
  expect(canStart(trackOfSong(song), nothing)).toBe(true)
  expect(canStart({ ...marked, file: 'a.aiff' }, { canPlay: (type) => type === 'audio/aiff' })).toBe(true)
  expect(canStart({ ...marked, file: 'a.m4a' }, { canPlay: (type) => type.includes('alac') })).toBe(true)
  expect(canStart({ ...marked, file: 'a.aiff' }, nothing)).toBe(false)
  expect(canStart({ ...marked, file: 'a.wma' }, { canPlay: () => true })).toBe(false)
  expect(canStart(marked)).toBe(false)
  expect(canStart({ ...marked, file: 'a.wma' }, { ...nothing, isEncoded: true })).toBe(true)
})
