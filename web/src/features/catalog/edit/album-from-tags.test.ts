import { expect, test } from 'vitest'
import { EMPTY_DRAFT, withFilesInOrder } from './album-draft.ts'
import { withAlbumTags } from './album-from-tags.ts'
import type { FileTags } from '../tags/file-tags.ts'

/** Files with these tags, in this order. */
function tagged(...tags: FileTags[]) {
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

test.each<[string, FileTags[], string]>([
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
  ['none for several artists', [{ artist: 'Ada', albumArtist: 'Various Artists' }], ''],
  ['none without tags', [{}, {}], ''],
])('the artist is %s', (_what, tags, artist) => {
  const files = tagged(...tags)
  expect(withAlbumTags(draftWith(files), files).artist).toBe(artist)
})

test('rows come into the order of disc and number, with their files and titles', () => {
  const files = tagged({ track: 2, disc: 1 }, { track: 1, disc: 2 }, { track: 1, disc: 1 })
  const { rows } = withAlbumTags(draftWith(files), files)
  expect(rows.map(({ file, title }) => [file?.name, title])).toEqual([
    ['2.mp3', '2'],
    ['0.mp3', '0'],
    ['1.mp3', '1'],
  ])
})

test('a file without a number leaves the order as it was', () => {
  const files = tagged({ track: 2 }, { track: 1 }, {})
  expect(withAlbumTags(draftWith(files), files).rows.map(({ file }) => file?.name)).toEqual([
    '0.mp3',
    '1.mp3',
    '2.mp3',
  ])
})
