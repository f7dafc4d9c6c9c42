import { expect, test } from 'vitest'
import { likeOf } from './liked.ts'
import { urlOfSelection, selectedFavorites, selectionOf, type FavoriteSelection } from './selection.ts'
import { withChanges } from './liked.ts'

const like = (title: string, album: string) =>
  likeOf(
    {
      id: title,
      title,
      artist: album,
      album,
      file: `${title}.mp3`,
      coverUrl: '',
      durationSeconds: 1,
      isExclusive: false,
    },
    new Date(0),
  )
/** The favorites, newest first: Größe, Äther, Band 10, Band 2. */
const favorites = withChanges(
  [],
  [
    like('Band 2', 'Zellen'),
    like('Band 10', 'Zellen'),
    like('Äther.mp3', 'Nordlicht Süd'),
    like('Größe', 'Archiv'),
  ],
)
const titles = (selection: Partial<FavoriteSelection>) =>
  selectedFavorites(favorites, { search: '', order: 'newest', ...selection }).map(
    ({ item_data }) => item_data.title,
  )

test.each([
  ['newest', ['Größe', 'Äther.mp3', 'Band 10', 'Band 2']],
  ['title', ['Äther.mp3', 'Band 2', 'Band 10', 'Größe']],
  ['album', ['Größe', 'Äther.mp3', 'Band 2', 'Band 10']],
] as const)('favorites stand by %s', (order, expected) => {
  expect(titles({ order })).toEqual(expected)
})

test.each([
  ['', ['Größe', 'Äther.mp3', 'Band 10', 'Band 2']],
  ['  groesse ', []],
  ['grosse', ['Größe']],
  ['GRÖSSE', ['Größe']],
  ['süd nord', ['Äther.mp3']],
  ['zellen 10', ['Band 10']],
  ['mp3', []],
])('a search for „%s“ finds by title and album, in any order of its words', (search, expected) => {
  expect(titles({ search })).toEqual(expected)
})

test('the address keeps search and order, and forgives what is none of ours', () => {
  const selection = { search: 'süd nord', order: 'title' } as const
  expect(selectionOf(new URLSearchParams(urlOfSelection(selection).toString()))).toEqual(selection)
  expect(urlOfSelection({ search: '', order: 'newest' }).toString()).toBe('')
  expect(selectionOf(new URLSearchParams('sort=laut&search='))).toEqual({ search: '', order: 'newest' })
  expect(selectionOf(new URLSearchParams({ search: 'x'.repeat(500) })).search).toHaveLength(100)
})
