import type { EditableAlbum } from '@tonarchiv/contract/archive-editing'
import { expect, test } from 'vitest'
import { changesBetween, editOf, withTrack } from './album-edit.ts'
import { textBefore } from './stored-file.ts'

const file = new File(['x'], 'neu.flac')

function stored(albumCover: string, files: EditableAlbum['files']): EditableAlbum {
  const album = {
    albumId: 'x',
    albumTitel: 'Weg',
    albumCover,
    releaseJahr: 2023,
    type: 'ep' as const,
    isExclusive: false,
    createdAt: '2026-01-01T00:00:00.000Z',
    tracks: [{ id: 'one', title: 'Eins', duration: 1 }],
  }
  const notes = {
    notes: '',
    credits: [],
    genres: [],
    releasedOn: '2023',
    recordedOn: null,
    label: '',
    source: '',
  }
  return { album, notes, revision: 1, files, changed: null }
}

test.each([
  [
    'what is replaced',
    stored('/api/cover/a.jpg', [
      {
        trackId: 'one',
        format: 'mp3',
        bitrate: 192_000,
        sampleRate: 44_100,
        duration: 308,
        sizeBytes: 7_000_000,
      },
    ]),
    ['Weg', 'bisherige Hülle', 'MP3, 192 kbit/s, 5:08'],
  ],
  ['nothing where nothing was', stored('unknown', []), ['Weg', '', '']],
])('a change of title, cover and file names %s', (_case, album, expected) => {
  const base = editOf(album)
  const edit = withTrack({ ...base, title: 'Neu', cover: file }, 'one', { file })
  expect(changesBetween(base, edit).map((change) => textBefore(album, change))).toEqual(expected)
})
