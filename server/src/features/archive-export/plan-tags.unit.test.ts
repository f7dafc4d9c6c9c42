import { expect, test } from 'vitest'
import type { AudioTags } from '@tonarchiv/contract/audio-tags'
import { planTags, type ReadAudio } from './plan-tags.ts'

const album = { title: 'Weg', releaseYear: 2019, artists: ['Ada'], notes: { genres: [] } }
const agreeing: AudioTags = { title: 'Lied', album: 'Weg', artist: 'Ada', year: 2019, trackNumber: 1 }

function withTags(tags: AudioTags): ReadAudio {
  return {
    kind: 'audio',
    format: 'mp3',
    codec: 'mp3',
    durationSeconds: 1,
    sampleRate: 44_100,
    channels: 1,
    bitrate: 128_000,
    sizeBytes: 1000,
    tags,
  }
}

/** Plans the tags for an album of one track. */
function planOne(
  tags: AudioTags,
  archive: Partial<Parameters<typeof planTags>[0]> = {},
  artists = [{ name: 'Ada', role: 'main' as const }],
) {
  return planTags({ ...album, ...archive }, [{ track: { title: 'Lied', artists }, info: withTags(tags) }])[0]
}

test.each<[string, AudioTags]>([
  ['as they are', agreeing],
  ['with a genre and an album artist', { ...agreeing, genres: ['Folk'], albumArtist: 'Ada' }],
  ['with a guest whom the archive does not have', { ...agreeing, artist: 'Ada & Bo' }],
  ['with the type after the title of the album', { ...agreeing, album: 'Weg - EP' }],
  ['with a disc', { ...agreeing, discNumber: 2 }],
])('tags that agree with the archive stay: %s', (_what, tags) => {
  expect(planOne(tags)).toBeUndefined()
})

test.each<[AudioTags, object]>([
  [{ ...agreeing, title: 'Alt' }, { title: ['Lied'] }],
  [{ ...agreeing, album: 'Anders' }, { album: ['Weg'] }],
  [{ ...agreeing, year: 2018 }, { date: ['2019'] }],
  [
    { ...agreeing, artist: 'Bo', albumArtist: 'Ada' },
    { artist: ['Ada'], ARTISTS: null },
  ],
  [
    { ...agreeing, albumArtist: 'Bo' },
    { albumArtist: ['Ada'], ALBUMARTISTS: null },
  ],
])('only what differs is written (%j)', (tags, changes) => {
  expect(planOne(tags)).toEqual(changes)
})

test('a year that the archive does not have is not removed', () => {
  expect(planOne(agreeing, { releaseYear: null })).toBeUndefined()
})

test('genres are written into all files, unless an import of the files would find the same', () => {
  const plan = (genres: string[], ...files: string[][]) =>
    planTags(
      { ...album, notes: { genres } },
      files.map((own, index) => ({
        track: { title: 'Lied', artists: [] },
        info: withTags({ ...agreeing, genres: own, trackNumber: index + 1 }),
      })),
    )
  expect(plan(['folk', 'Jazz'], ['Folk'], ['Folk', 'Jazz'])).toEqual([undefined, undefined])
  expect(plan([], ['Folk'])).toEqual([undefined])
  expect(plan(['Folk', 'Indie'], ['Folk'], [])).toEqual([
    { genre: ['Folk', 'Indie'] },
    { genre: ['Folk', 'Indie'] },
  ])
  expect(plan(['Indie'], ['Folk'], ['Indie'])).toEqual([{ genre: ['Indie'] }, undefined])
})

test('guests are written behind the artists', () => {
  const artists = [
    { name: 'Ada', role: 'main' as const },
    { name: 'Bo', role: 'feature' as const },
  ]
  const plan = planTags({ ...album, artists: [] }, [
    { track: { title: 'Lied', artists }, info: withTags({ ...agreeing, artist: 'Cem' }) },
  ])
  expect(plan).toEqual([{ artist: ['Ada feat. Bo'], ARTISTS: ['Ada', 'Bo'] }])
})

test('numbers that give the order stay, others are written for the whole album', () => {
  const tracks = (places: readonly (readonly [disc: number, number: number])[]) =>
    places.map(([discNumber, trackNumber]) => ({
      track: { title: 'Lied', artists: [] },
      info: withTags({ ...agreeing, discNumber, trackNumber }),
    }))
  expect(
    planTags(
      album,
      tracks([
        [1, 1],
        [1, 4],
        [2, 1],
      ]),
    ),
  ).toEqual([undefined, undefined, undefined])
  const numbers = planTags(
    album,
    tracks([
      [1, 2],
      [1, 1],
    ]),
  )
  expect(numbers).toEqual(
    ['1', '2'].map((number) => ({
      trackNumber: [number],
      totalTracks: ['2'],
      discNumber: null,
      totalDiscs: null,
    })),
  )
})
