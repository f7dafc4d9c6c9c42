import { listChanges, type Playlist } from '@tonarchiv/contract/playlists'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { startFakeServer } from '../../testing/fake-server.ts'
import { pullChanges } from './open-playlist.ts'
import type { OpenPlaylist } from './shown-entries.ts'

const mila = { id: 'mila', username: 'mila_k', displayName: 'Mila Kramer', photoURL: null }
const playlist: Playlist = {
  id: 'p1',
  title: 'Nachtfahrten',
  description: '',
  visibility: 'private',
  owner: mila,
  collaborators: [],
  role: 'owner',
  isFollowed: false,
  entryCount: 0,
  duration: 0,
  hasOwnCover: false,
  covers: [],
  revision: 1,
  createdAt: '',
  changedAt: '',
}

test('a change that is reported while the playlist is being read is not missed', async () => {
  const server = startFakeServer()
  server.on(listChanges, () => ({
    playlist: { ...playlist, revision: 2 },
    entries: [],
    people: [],
    removed: [],
    isTooOld: false,
  }))
  const cache = new QueryClient()
  const { promise: answer, resolve } = Promise.withResolvers<OpenPlaylist>()
  const reading = cache.fetchQuery({ queryKey: ['playlist', 'p1'], queryFn: async () => answer })
  const pulling = pullChanges(cache, 'p1')
  resolve({ playlist, entries: [], people: new Map() })
  await Promise.all([reading, pulling])
  expect(cache.getQueryData<OpenPlaylist>(['playlist', 'p1'])?.playlist.revision).toBe(2)
})
