import type { AudioTags } from '@tonarchiv/contract/audio-tags'
import { expect, test } from 'vitest'
import { dataOf, EMPTY_DRAFT, withFile, withFilesInOrder, withRow } from './album-draft.ts'
import { withAlbumTags } from './album-from-tags.ts'

/** Files with these tags, in this order. */
function tagged(...tags: AudioTags[]) {
  return tags.map((one, index) => ({ file: new File(['sound'], `${index}.mp3`), tags: one }))
}

function draftWith(files: ReturnType<typeof tagged>, draft = EMPTY_DRAFT) {
  return withFilesInOrder(
    draft,
    files.map(({ file }) => file),
  )
}

test('empty fields are filled with what most files say', () => {
  const files = tagged(
    { album: 'Weg - EP', artist: 'Ada', year: 2019 },
    { album: 'Weg - EP', artist: 'Ada', year: 2019 },
    { album: 'Anderes', artist: 'Ada', year: 2001 },
  )
  expect(withAlbumTags(draftWith(files), files)).toMatchObject({ title: 'Weg', artist: 'Ada', year: '2019' })
})

test('what the admin has typed stays', () => {
  const files = tagged({ album: 'Weg', artist: 'Ada', year: 2019 })
  const typed = { ...EMPTY_DRAFT, title: 'Meiner', artist: 'Bo', year: '2020' }
  expect(withAlbumTags(draftWith(files, typed), files)).toMatchObject({
    title: 'Meiner',
    artist: 'Bo',
    year: '2020',
  })
  const unknown = { ...EMPTY_DRAFT, isYearUnknown: true }
  expect(withAlbumTags(draftWith(files, unknown), files)).toMatchObject({ year: '' })
})

test.each<[string, AudioTags[], string]>([
  [
    'the album artist',
    [
      { artist: 'Ada', albumArtist: 'Duo' },
      { artist: 'Bo', albumArtist: 'Duo' },
    ],
    'Duo',
  ],
  ['the artist of all tracks', [{ artist: 'Ada' }, { artist: 'Ada' }], 'Ada'],
  ['none where the tracks have different ones', [{ artist: 'Ada' }, { artist: 'Bo' }], ''],
  ['none for several artists', [{ artist: 'Ada', albumArtist: 'Various Artists' }, { artist: 'Bo' }], ''],
  ['none of a compilation', [{ artist: 'Ada', isCompilation: true }], ''],
  ['several that the files list', [{ artist: 'Ada & Bo', artists: ['Ada', 'Bo'] }], 'Ada; Bo'],
  ['the one before a feature', [{ artist: 'Ada feat. Bo' }, { artist: 'Ada' }], 'Ada'],
  ['none without tags', [{}, {}], ''],
])('the artist is %s', (_what, tags, artist) => {
  const files = tagged(...tags)
  expect(withAlbumTags(draftWith(files), files).artist).toBe(artist)
})

test('rows get the artists that differ from those of the album, and features', () => {
  const files = tagged(
    { artist: 'ada feat. Cem', albumArtist: 'Ada', genres: ['Indie'] },
    { artist: 'Bo', albumArtist: 'Ada', genres: ['Rock', 'indie'] },
    { artist: 'Ada', albumArtist: 'Ada', genres: ['x'.repeat(51)] },
  )
  const draft = withAlbumTags(draftWith(files), files)
  expect(draft.rows.map(({ artists, features }) => [artists, features])).toEqual([
    [undefined, 'Cem'],
    ['Bo', undefined],
    [undefined, undefined],
  ])
  expect(draft.genres).toEqual(['Indie', 'Rock'])
  // Values that the admin has changed are not overwritten.
  const changed = { ...withRow(draft, draft.rows[1]?.key ?? -1, { artists: '' }), genres: ['Folk'] }
  const again = withAlbumTags(changed, files)
  expect(again.genres).toEqual(['Folk'])
  expect(again.rows.map(({ artists }) => artists)).toEqual([undefined, '', undefined])
})

test('a name in the tags that contains a semicolon stays one artist, until the admin changes it', () => {
  const files = tagged(
    { artist: 'Sense; Sound', artists: ['Sense; Sound', 'Ada'], albumArtist: 'Sense; Sound' },
    { artist: 'Bo feat. Cem;Dora', albumArtist: 'Sense; Sound' },
  )
  const draft = withAlbumTags(draftWith(files), files)
  expect(dataOf(draft)).toMatchObject({
    artists: ['Sense; Sound'],
    tracks: [{ artists: ['Sense; Sound', 'Ada'] }, { artists: ['Bo'], features: ['Cem;Dora'] }],
  })
  expect(dataOf({ ...draft, artist: 'Ada; Sense; Sound; Bo' }).artists).toEqual(['Ada', 'Sense; Sound', 'Bo'])
  expect(dataOf({ ...draft, artist: 'Sense; Sand' }).artists).toEqual(['Sense', 'Sand'])
})

test('another file of a row takes the artists of the former one away', () => {
  const files = tagged({ artist: 'Ada' }, { artist: 'Bo feat. Cem' })
  const draft = withAlbumTags(draftWith(files), files)
  expect(draft.rows[1]).toMatchObject({ artists: 'Bo', features: 'Cem' })
  const replaced = withFile(draft, draft.rows[1]?.key ?? -1, new File(['sound'], 'neu.mp3'))
  expect(replaced.rows[1]).toMatchObject({ artists: undefined, features: undefined })
})

test('rows come into the order of disc and number, with their files and titles', () => {
  const files = tagged(
    { trackNumber: 2, discNumber: 1 },
    { trackNumber: 1, discNumber: 2 },
    { trackNumber: 1 },
  )
  const { rows } = withAlbumTags(draftWith(files), files)
  expect(rows.map(({ file, title }) => [file?.name, title])).toEqual([
    ['2.mp3', '2'],
    ['0.mp3', '0'],
    ['1.mp3', '1'],
  ])
})

test('a file without a number leaves the order as it was', () => {
  const files = tagged({ trackNumber: 2 }, { trackNumber: 1 }, {})
  expect(withAlbumTags(draftWith(files), files).rows.map(({ file }) => file?.name)).toEqual([
    '0.mp3',
    '1.mp3',
    '2.mp3',
  ])
})
