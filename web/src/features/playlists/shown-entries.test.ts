import type { Playlist } from '@tonarchiv/contract/playlists'
import type { PlaylistEntry } from '@tonarchiv/contract/playlist-entries'
import { expect, test } from 'vitest'
import { entryBefore, trackOfEntry, withChanges, withPending } from './shown-entries.ts'

function entry(id: string, sortKey: number, more: Partial<PlaylistEntry> = {}): PlaylistEntry {
  return {
    id,
    sortKey,
    addedBy: 'mila',
    addedAt: '2026-11-21T09:38:00.000Z',
    title: `Titel ${id}`,
    artist: 'Kolja Brandt',
    album: 'Album',
    coverUrl: '/default-album.jpg',
    duration: 100,
    exclusive: false,
    track: { id: `t-${id}`, file: `${id}.mp3` },
    ...more,
  }
}

const person = { id: 'mila', username: 'mila', displayName: 'Mila', photoURL: null }
const playlist: Playlist = {
  id: 'p',
  title: 'Nachtfahrten',
  description: '',
  visibility: 'private',
  owner: person,
  collaborators: [],
  role: 'owner',
  isFollowed: false,
  entryCount: 3,
  duration: 300,
  hasOwnCover: false,
  covers: [],
  revision: 1,
  createdAt: '',
  changedAt: '',
}
const entries = [entry('a', 10), entry('b', 20), entry('c', 30)]
const ids = (list: readonly PlaylistEntry[]) => list.map(({ id }) => id).join('')

test('what others have inserted, moved and removed stands where the server says', () => {
  const open = { playlist, entries, people: new Map() }
  const after = withChanges(open, {
    playlist: { ...playlist, revision: 2 },
    entries: [entry('d', 15), entry('a', 40)],
    people: [person],
    removed: ['c'],
    isTooOld: false,
  })
  expect(ids(after.entries)).toBe('dba')
  expect(after.playlist.revision).toBe(2)
  expect(after.people.get('mila')).toEqual(person)
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
  expect(trackOfEntry(entry('a', 1, { track: null }))).not.toHaveProperty('file')
  const track = { id: 't', file: 't.mp3', needsConversion: true } as const
  expect(trackOfEntry(entry('a', 1, { track }))).toMatchObject({
    artist: 'Kolja Brandt',
    needsConversion: true,
  })
  expect(trackOfEntry(entry('a', 1, { track })).id).toBe(trackOfEntry(entry('b', 2, { track })).id)
})
