import { getPlaylist, listChanges } from '@tonarchiv/contract/playlist-entries'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { aPlaylist, aPlaylistEntry, mila } from '../../testing/a-playlist.ts'
import { startFakeServer } from '../../testing/fake-server.ts'
import { startFakeSocket } from '../../testing/fake-socket.ts'
import { TestApp } from '../../testing/TestApp.tsx'
import { pullChanges, useOpenPlaylist } from './open-playlist.ts'
import type { OpenPlaylist } from './shown-entries.ts'

const playlist = aPlaylist('p1')

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

const entry = (sortKey: number, title: string) => aPlaylistEntry(title, { sortKey, title })

function Titles() {
  const { data } = useOpenPlaylist('p1')
  return <h1>{data?.entries.map(({ title }) => title).join(', ')}</h1>
}

test('a page shows what it is notified of, also the last change that comes while changes are being read', async () => {
  const server = startFakeServer()
  const { sent, emit } = startFakeSocket()
  const added = [entry(20, 'Schotter')]
  const head = () => ({ ...playlist, revision: added.length })
  const requested: string[] = []
  const { promise: slowAnswer, resolve: answer } = Promise.withResolvers<undefined>()
  server.on(getPlaylist, () => ({ playlist: head(), entries: [...added], people: [mila] }))
  server.on(listChanges, async (_sent, query) => {
    const since = query.get('since') ?? ''
    requested.push(since)
    const changes = { playlist: head(), entries: added.slice(Number(since)), people: [mila] }
    await slowAnswer
    return { ...changes, removed: [], isTooOld: false }
  })
  await render(
    <TestApp>
      <Titles />
    </TestApp>,
  )
  const shown = page.getByRole('heading')
  await expect.element(shown).toHaveTextContent('Schotter')
  expect(sent).toContainEqual({ type: 'openPlaylist', playlistId: 'p1' })
  added.push(entry(30, 'Abpfiff'))
  emit({ type: 'playlistChanged', playlistId: 'p1' })
  await expect.poll(() => requested).toEqual(['1'])
  added.push(entry(10, 'Anpfiff'))
  emit({ type: 'playlistChanged', playlistId: 'p1' })
  answer(undefined)
  await expect.element(shown).toHaveTextContent('Anpfiff, Schotter, Abpfiff')
  expect(requested).toEqual(['1', '2'])
})
