import type { EditableAlbum } from '@tonarchiv/contract/archive-editing'
import { expect, test } from 'vitest'
import {
  type AlbumEdit,
  bodyOf,
  changesBetween,
  editOf,
  rebased,
  withField,
  withNumber,
  withTrack,
} from './album-edit.ts'

const stored: EditableAlbum = {
  album: {
    albumId: 'x',
    albumTitel: 'Zwischengeschoß',
    albumCover: 'unknown',
    releaseJahr: 2023,
    type: 'ep',
    isExclusive: false,
    createdAt: '2026-01-01T00:00:00.000Z',
    artists: [{ id: 'a', name: 'Kolja' }],
    tracks: [
      { id: 'one', title: 'Eins', duration: 1 },
      { id: 'two', title: 'Zwei', duration: 1, features: [{ id: 'b', name: 'Ada' }] },
    ],
  },
  notes: {
    notes: '',
    credits: [{ role: 'Gesang', names: [{ name: 'Kolja', artistId: 'a' }] }],
    genres: ['Indie'],
    releasedOn: '2023',
    recordedOn: '2022-03',
    label: '',
    source: '',
  },
  revision: 3,
  files: [],
  changed: null,
}
const base = editOf(stored)

test('an unchanged form has no changes and sends nothing', () => {
  expect(changesBetween(base, editOf(stored))).toEqual([])
  expect(bodyOf(base, editOf(stored))).toEqual({})
})

test('only what was changed is listed and sent', () => {
  const file = new File(['x'], 'neu.flac')
  const changed = withTrack(
    { ...base, title: 'Zwischengeschoss', releasedOn: '12.5.2023', genres: [] },
    'two',
    { features: [], file },
  )
  expect(changesBetween(base, changed)).toEqual([
    { field: 'title', label: 'Titel', before: 'Zwischengeschoß', after: 'Zwischengeschoss' },
    { field: 'releasedOn', label: 'Erschienen', before: '2023', after: '12.5.2023' },
    { field: 'genres', label: 'Genre', before: 'Indie', after: '' },
    { field: 'features two', label: 'Titel 2, Features', before: 'Ada', after: '' },
    { field: 'file two', label: 'Titel 2, Datei', before: '', after: 'neu.flac' },
  ])
  expect(bodyOf(base, changed)).toEqual({
    albumTitel: 'Zwischengeschoss',
    releasedOn: '2023-05-12',
    genres: [],
    tracks: ['one', { id: 'two', features: [] }],
    seenTracks: ['one', 'two'],
  })
})

test('each field can be reset alone', () => {
  const changed = withNumber(
    withTrack({ ...base, title: 'Neu', credits: [] }, 'one', { title: 'Anders', artists: ['Bo'] }),
    'two',
    1,
  )
  const changes = changesBetween(base, changed)
  expect(changes.map(({ field }) => field)).toEqual(['title', 'credits', 'order', 'title one', 'artists one'])
  for (const { field } of changes) {
    const rest = changesBetween(base, withField(changed, field, base)).map((change) => change.field)
    expect(rest).toEqual(changes.map((change) => change.field).filter((other) => other !== field))
  }
  expect(bodyOf(base, changed).tracks).toEqual(['two', { id: 'one', title: 'Anders', artists: ['Bo'] }])
})

test('what another admin has stored appears, and what was edited here stays', () => {
  const mine = withTrack(withNumber({ ...base, title: 'Meiner', label: 'Mein' }, 'two', 1), 'one', {
    title: 'Mein Lied',
  })
  const theirs = editOf({
    ...stored,
    album: {
      ...stored.album,
      type: 'album',
      tracks: [
        ...stored.album.tracks.map((track) => ({ ...track, title: `${track.title}!` })),
        { id: 'three', title: 'Drei', duration: 1 },
      ],
    },
    notes: { ...stored.notes, label: 'Ihres', source: 'Band' },
  })
  const both = rebased(mine, base, theirs)
  expect(both).toMatchObject({ title: 'Meiner', label: 'Mein', source: 'Band', type: 'album' })
  expect(both.tracks.map(({ title }) => title)).toEqual(['Zwei!', 'Mein Lied', 'Drei'])
  expect(changesBetween(theirs, both).map(({ field }) => field)).toEqual([
    'title',
    'label',
    'order',
    'title one',
  ])
})

test('numbers outside of the album are the first and the last place', () => {
  const idsOf = (number: number) => withNumber(base, 'one', number).tracks.map(({ id }) => id)
  expect([idsOf(-5), idsOf(1), idsOf(2), idsOf(99)]).toEqual([
    ['one', 'two'],
    ['one', 'two'],
    ['two', 'one'],
    ['two', 'one'],
  ])
})

test.each<[string, Partial<AlbumEdit>, object]>([
  ['the title', { title: 'Neu' }, { albumTitel: 'Neu' }],
  ['the artists', { artists: ['Bo', 'Kolja'] }, { artists: ['Bo', 'Kolja'] }],
  ['the day of the release', { releasedOn: '' }, { releasedOn: null }],
  ['the day of the recording', { recordedOn: '05.2021' }, { recordedOn: '2021-05' }],
  ['the type', { type: 'album' }, { type: 'album' }],
  ['the label', { label: 'Eigen' }, { label: 'Eigen' }],
  ['the genres', { genres: ['Indie', 'Folk'] }, { genres: ['Indie', 'Folk'] }],
  ['the source', { source: 'Kassette' }, { source: 'Kassette' }],
  ['the mark for exclusive albums', { isExclusive: true }, { exclusive: true }],
  ['the notes', { notes: '*Treppe*' }, { notes: '*Treppe*' }],
  [
    'the credits',
    { credits: [{ key: 0, role: 'Bass', names: ['Bo'] }] },
    { credits: [{ role: 'Bass', names: ['Bo'] }] },
  ],
  [
    'the order of the tracks',
    withNumber(base, 'two', 1),
    { tracks: ['two', 'one'], seenTracks: ['one', 'two'] },
  ],
  [
    'a track',
    withTrack(base, 'one', { title: 'Neu', artists: ['Bo'] }),
    { tracks: [{ id: 'one', title: 'Neu', artists: ['Bo'] }, 'two'], seenTracks: ['one', 'two'] },
  ],
  ['a cover alone, which has a call of its own,', { cover: new File(['x'], 'neu.png') }, {}],
])('a change of %s is listed and sent alone', (_what, fields, body) => {
  const changed = { ...base, ...fields }
  expect(changesBetween(base, changed)).not.toEqual([])
  expect(bodyOf(base, changed)).toEqual(body)
})
