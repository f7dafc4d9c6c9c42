import { TRACKS_PER_ALBUM_MAX } from '@tonarchiv/contract/archive-editing'
import { describe, expect, test } from 'vitest'
import {
  dataOf,
  EMPTY_DRAFT,
  formOf,
  titleFromFileName,
  usedRows,
  withFile,
  withFiles,
  withNewRow,
  withoutRow,
  withRow,
} from './album-draft.ts'

const audio = (name: string) => new File(['sound'], name, { type: 'audio/mpeg' })
const rowsOf = (draft: typeof EMPTY_DRAFT) => draft.rows.map(({ title, file }) => [title, file?.name])

describe('a title from a file name', () => {
  test.each([
    ['01_anpfiff_master.mp3', 'anpfiff master'],
    ['01 - Anpfiff.mp3', 'Anpfiff'],
    ['1. Anpfiff.wav', 'Anpfiff'],
    ['12) Nachspielzeit.flac', 'Nachspielzeit'],
    ['03-Flutlicht.m4a', 'Flutlicht'],
    ['99 Luftballons.mp3', 'Luftballons'],
    ['1999.mp3', '1999'],
    ['7.opus', '7'],
    ['Größe & Süßholz.ogg', 'Größe & Süßholz'],
    ['Dr. Licht.mp3', 'Dr. Licht'],
    ['ohne Endung', 'ohne Endung'],
    ['.mp3', '.mp3'],
  ])('%s: %s', (name, title) => {
    expect(titleFromFileName(name)).toBe(title)
  })
})

test('many files become rows in the order of their names, empty rows first', () => {
  const draft = withFiles(EMPTY_DRAFT, [audio('10_c.mp3'), audio('2_b.mp3'), audio('1_a.mp3')])
  expect(rowsOf(draft)).toEqual([
    ['a', '1_a.mp3'],
    ['b', '2_b.mp3'],
    ['c', '10_c.mp3'],
  ])
  expect(new Set(draft.rows.map(({ key }) => key)).size).toBe(3)
})

test('a row with a title waits for its own file', () => {
  const named = withRow(EMPTY_DRAFT, 0, { title: 'Anpfiff' })
  expect(rowsOf(withFiles(named, [audio('x.mp3')]))).toEqual([
    ['Anpfiff', undefined],
    ['x', 'x.mp3'],
  ])
  expect(rowsOf(withFile(named, 0, audio('x.mp3')))).toEqual([['Anpfiff', 'x.mp3']])
})

test('the first row cannot be removed, the others can', () => {
  const three = withNewRow(withNewRow(EMPTY_DRAFT))
  expect(withoutRow(three, 0).rows).toHaveLength(3)
  expect(withoutRow(three, 1).rows.map(({ key }) => key)).toEqual([0, 2])
})

test('an album has at most 200 rows', () => {
  const files = Array.from({ length: TRACKS_PER_ALBUM_MAX + 5 }, (_, index) => audio(`${index}x.mp3`))
  const full = withFiles(EMPTY_DRAFT, files)
  expect(full.rows).toHaveLength(TRACKS_PER_ALBUM_MAX)
  expect(withNewRow(full)).toBe(full)
})

test('what is sent leaves empty rows out and keeps files with their rows', () => {
  let draft = withFiles(withNewRow(withNewRow(EMPTY_DRAFT)), [])
  draft = withRow(draft, 0, { title: '  ' })
  draft = withRow(draft, 1, { title: 'Lichtung' })
  draft = withRow(withFile(draft, 2, audio('licht.mp3')), 2, { durationSeconds: 61 })
  draft = { ...draft, title: 'Halbzeit', year: ' 2024 ', type: 'ep', cover: new File(['x'], 'cover.png') }
  expect(usedRows(draft).map(({ key }) => key)).toEqual([1, 2])
  expect(dataOf(draft)).toEqual({
    albumTitel: 'Halbzeit',
    artists: [],
    releaseJahr: '2024',
    type: 'ep',
    genres: [],
    isExclusive: false,
    tracks: [{ title: 'Lichtung' }, { title: 'licht' }],
  })
  const form = formOf(draft)
  expect([...form.keys()]).toEqual(['albumData', 'albumCover', 'duration1', 'track1'])
  expect(form.get('track1')).toMatchObject({ name: 'licht.mp3' })
})

test('an unknown year is sent as such', () => {
  expect(dataOf({ ...EMPTY_DRAFT, year: '2024', isYearUnknown: true }).releaseJahr).toBe('unknown')
})
