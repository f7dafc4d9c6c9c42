import { expect, test } from 'vitest'
import { aPlaylistEntry } from '../../testing/a-playlist.ts'
import { type EntryOrder, orderAfterPress, sortedEntries } from './entry-order.ts'

const entry = (id: string, title: string, duration: number) =>
  aPlaylistEntry(id, { addedBy: id, title, duration })
const entries = [entry('a', 'Öl', 30), entry('b', 'Titel 10', 20), entry('c', 'Titel 9', 10)]
const nameOf = (id: string | null) => (id === 'a' ? 'Zoe' : 'Mila')

test.each([
  [undefined, 'abc'],
  [{ by: 'title', isDescending: false }, 'acb'],
  [{ by: 'duration', isDescending: false }, 'cba'],
  [{ by: 'duration', isDescending: true }, 'abc'],
  [{ by: 'by', isDescending: false }, 'bca'],
  [{ by: 'added', isDescending: true }, 'abc'],
] satisfies [EntryOrder | undefined, string][])('sorted by %o the entries are %s', (order, ids) => {
  const sorted = sortedEntries(entries, order, nameOf)
  expect(sorted.map(({ id }) => id).join('')).toBe(ids)
  expect(entries.map(({ id }) => id).join('')).toBe('abc')
})

test('the head of a column sorts up, then down, then not at all', () => {
  const up = orderAfterPress(undefined, 'title')
  const down = orderAfterPress(up, 'title')
  expect([up, down, orderAfterPress(down, 'title')]).toEqual([
    { by: 'title', isDescending: false },
    { by: 'title', isDescending: true },
    undefined,
  ])
  expect(orderAfterPress(down, 'album')).toEqual({ by: 'album', isDescending: false })
})
