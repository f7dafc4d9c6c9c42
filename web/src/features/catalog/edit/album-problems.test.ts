import { describe, expect, test } from 'vitest'
import { ApiError } from '#client/api-error.ts'
import { EMPTY_DRAFT, withFile, withNewRow, withRow, type AlbumDraft } from './album-draft.ts'
import {
  hasProblems,
  problemOfAudio,
  problemOfCover,
  problemsOf,
  problemsOfRefusal,
} from './album-problems.ts'

const audio = (name: string) => new File(['sound'], name, { type: 'audio/mpeg' })
const complete: AlbumDraft = withFile(
  { ...EMPTY_DRAFT, title: 'Zweite Halbzeit', year: '2024', type: 'ep' },
  0,
  audio('anpfiff.mp3'),
)

test('a complete form has no problems', () => {
  expect(hasProblems(problemsOf(complete))).toBe(false)
})

test('an empty form names every field that is missing', () => {
  expect(problemsOf(EMPTY_DRAFT)).toEqual({
    albumTitel: 'Bitte gib einen Titel ein',
    releaseJahr: 'Bitte gib ein Jahr von 1900 bis 2100 an',
    type: 'Bitte wähle einen Typ',
    tracks: 'Ein Album braucht mindestens einen Track',
    rows: {},
  })
})

describe('a year', () => {
  test.each([
    ['1899', true],
    ['1900', false],
    ['2100', false],
    ['2101', true],
    ['24', true],
    ['zweitausend', true],
  ])('%s is wrong: %s', (year, isWrong) => {
    expect(problemsOf({ ...complete, year }).releaseJahr !== undefined).toBe(isWrong)
  })

  test('need not be known', () => {
    expect(problemsOf({ ...complete, year: '', isYearUnknown: true }).releaseJahr).toBeUndefined()
  })
})

test('the sentence about a title stands at its row, whatever empty rows lie before it', () => {
  const rows = withFile(withNewRow(withNewRow(complete)), 2, audio('x.mp3'))
  const draft = withRow(rows, 2, { title: 'x'.repeat(201) })
  expect(problemsOf(draft).rows).toEqual({ 2: 'Der Titel darf höchstens 200 Zeichen lang sein' })
  expect(problemsOf(withRow(draft, 2, { title: '' })).rows).toEqual({ 2: 'Jeder Track braucht einen Titel' })
})

test('placeholders alone are no album', () => {
  const draft = withRow({ ...complete, rows: EMPTY_DRAFT.rows }, 0, { title: 'Lichtung' })
  expect(problemsOf(draft).tracks).toBe('Mindestens ein Track braucht eine Audiodatei')
})

describe('a file', () => {
  const sized = (name: string, type: string, size: number) => {
    const file = new File(['x'], name, { type })
    Object.defineProperty(file, 'size', { value: size })
    return file
  }
  test.each([
    ['mp3', sized('a.mp3', 'audio/mpeg', 10), undefined],
    ['opus without a type', sized('a.opus', '', 10), undefined],
    ['a type without a name', sized('aufnahme', 'audio/flac', 10), undefined],
    ['a picture', sized('a.png', 'image/png', 10), 'Dateityp nicht erlaubt'],
    ['nothing', sized('a.mp3', 'audio/mpeg', 0), 'beschädigt'],
    ['more than 300 MB', sized('a.wav', 'audio/wav', 300 * 1024 ** 2 + 1), 'zu groß (maximal 300 MB)'],
  ])('%s', (_case, file, text) => {
    if (text === undefined) expect(problemOfAudio(file)).toBeUndefined()
    else expect(problemOfAudio(file)).toContain(text)
  })

  test.each([
    ['jpeg', sized('a.jpg', 'image/jpeg', 10), undefined],
    ['svg', sized('a.svg', 'image/svg+xml', 10), 'Das Cover muss ein Bild sein'],
    ['more than 15 MB', sized('a.png', 'image/png', 16 * 1024 ** 2), 'zu groß (maximal 15 MB)'],
  ])('as a cover: %s', (_case, file, text) => {
    if (text === undefined) expect(problemOfCover(file)).toBeUndefined()
    else expect(problemOfCover(file)).toContain(text)
  })
})

describe('a refusal of the server', () => {
  const refused = (code: string, fields?: Record<string, string>) =>
    problemsOfRefusal(
      new ApiError({ status: 400, code, text: 'So nicht', fields }),
      withFile(withNewRow(withNewRow(complete)), 2, audio('b.mp3')),
    )

  test.each([
    ['NOT_AUDIO', { track1: 'Kein Ton' }, { rows: { 2: 'Kein Ton' } }],
    ['AUDIO_BROKEN', { track0: 'Kaputt' }, { rows: { 0: 'Kaputt' } }],
    ['TITLE_TAKEN', undefined, { albumTitel: 'So nicht', rows: {} }],
    ['TITLE_TAKEN', { albumTitel: 'Gibt es schon' }, { albumTitel: 'Gibt es schon', rows: {} }],
    ['IMAGE_BROKEN', undefined, { albumCover: 'So nicht', rows: {} }],
    [
      'VALIDATION',
      { releaseJahr: 'Falsch', tracks: 'Auch' },
      { releaseJahr: 'Falsch', tracks: 'Auch', rows: {} },
    ],
  ])('%s stands where it belongs', (code, fields, problems) => {
    expect(refused(code, fields)).toEqual({ problems, failure: undefined })
  })

  test.each([
    ['DISK_FULL', undefined],
    ['NOT_AUDIO', { track9: 'Welche Zeile?' }],
  ] as const)('%s without a place of its own stands below the form', (code, fields) => {
    expect(refused(code, fields)).toEqual({ problems: { rows: {} }, failure: 'So nicht' })
  })
})
