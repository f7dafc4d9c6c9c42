import { LOCKED_TITLE, type PlaylistEntry } from '@tonarchiv/contract/playlist-entries'
import { expect, test } from 'vitest'
import { aPlaylist, aPlaylistEntry, mila } from '../../testing/a-playlist.ts'
import { entryBefore, rowsOf, trackOfEntry, withChanges, withPending } from './shown-entries.ts'

const entry = (id: string, sortKey: number) => aPlaylistEntry(id, { sortKey })
const playlist = aPlaylist('p')
const entries = [entry('a', 10), entry('b', 20), entry('c', 30)]
const ids = (list: readonly PlaylistEntry[]) => list.map(({ id }) => id).join('')

test('what others have inserted, moved and removed stands where the server says', () => {
  const open = { playlist, entries, people: new Map() }
  const after = withChanges(open, {
    playlist: { ...playlist, revision: 2 },
    entries: [entry('d', 15), entry('a', 40)],
    people: [mila],
    removed: ['c'],
    isTooOld: false,
  })
  expect(ids(after.entries)).toBe('dba')
  expect(after.playlist.revision).toBe(2)
  expect(after.people.get('mila')).toEqual(mila)
})

test('a move and a removal show before the server has confirmed them', () => {
  expect(ids(withPending(entries, [{ kind: 'move', entryIds: ['c', 'b'], after: null }]))).toBe('cba')
  expect(ids(withPending(entries, [{ kind: 'move', entryIds: ['a'], after: 'b' }]))).toBe('bac')
  const both = [
    { kind: 'remove', entryIds: ['b'] },
    { kind: 'move', entryIds: ['a'], after: 'c' },
  ] as const
  expect(ids(withPending(entries, both))).toBe('ca')
  expect(ids(withPending(entries, [{ kind: 'move', entryIds: ['a'], after: 'gone' }]))).toBe('abc')
  expect(ids(withPending(entries, [{ kind: 'move', entryIds: ['gone'], after: 'b' }]))).toBe('abc')
})

test('restored entries stand at their places before the server has sent them, and once it has, they stand there once', () => {
  const others = [entry('a', 10), entry('d', 40)]
  const restored = [entry('c', 30), entry('b', 20), entry('e', 50)]
  const change = { kind: 'restore', entryIds: ['b', 'c', 'e'], entries: restored } as const
  expect(ids(withPending(others, [change]))).toBe('abcde')
  expect(ids(withPending([entry('a', 10), entry('b', 25), entry('d', 40)], [change]))).toBe('abcde')
  const removal = { kind: 'remove', entryIds: ['b'] } as const
  expect(ids(withPending(entries, [removal, { ...change, entries: [entry('b', 20)] }]))).toBe('abc')
})

test.each([
  ['a', 0, null],
  ['a', 1, 'b'],
  ['a', 2, 'c'],
  ['c', 0, null],
  ['c', 1, 'a'],
])('%s moved to index %i stands behind %s', (moved, to, before) => {
  expect(entryBefore(entries, moved, to)).toBe(before)
})

test('an entry whose track is gone has no file, and the same track twice is two entries of one track', () => {
  expect(trackOfEntry(aPlaylistEntry('a', { track: null }))).not.toHaveProperty('file')
  const track = { id: 't', file: 't.mp3', needsConversion: true } as const
  expect(trackOfEntry(aPlaylistEntry('a', { track }))).toMatchObject({
    artist: 'Kolja Brandt',
    needsConversion: true,
  })
  expect(trackOfEntry(aPlaylistEntry('a', { track })).id).toBe(
    trackOfEntry(aPlaylistEntry('b', { track })).id,
  )
})

test('unnamed entries that follow one another are two rows, and named ones a row each', () => {
  const unnamed = (id: string) => aPlaylistEntry(id, { title: LOCKED_TITLE, track: null, isLocked: true })
  const own = aPlaylistEntry('own', { track: null, isLocked: true })
  const list = [
    unnamed('a'),
    entry('b', 0),
    ...['c', 'd', 'e', 'f'].map(unnamed),
    own,
    unnamed('g'),
    unnamed('h'),
  ]
  const shown = (areGrouped: boolean) =>
    rowsOf(list, areGrouped).map(({ entry: { id }, number, groupSize }) => `${number}${id}${groupSize}`)
  expect(shown(true)).toEqual(['1a0', '2b0', '3c0', '4d3', '7own0', '8g0', '9h1'])
  expect(shown(false)).toHaveLength(9)
})
