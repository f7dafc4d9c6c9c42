import { postMessage } from '@tonarchiv/contract/chat'
import { saveLyrics } from '@tonarchiv/contract/lyrics'
import { createPlaylist } from '@tonarchiv/contract/playlists'
import { searchEverything } from '@tonarchiv/contract/search'
import { beforeEach, expect, test } from 'vitest'
import { indexed } from '#testing/search-index.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'
import { addPlayableAlbums } from '#testing/playable-albums.ts'

type Caller = Awaited<ReturnType<TestApp['signIn']>>

let app: TestApp
let mara: Caller
beforeEach(async () => {
  app = await startApp()
  mara = await app.signIn({ username: 'mara' })
})

async function searchFor(caller: Caller, q: string) {
  return caller.call(searchEverything, { query: { q } })
}

test('one search finds songs, albums, artists, playlists, videos, members, messages and lyrics', async () => {
  const [album] = await addPlayableAlbums(app, [
    { title: 'Nordlicht Süd', artists: ['Nordlichter'], tracks: ['Nordlicht', 'Kanal'] },
  ])
  const admin = await app.signIn({ isAdmin: true })
  const other = await app.signIn({ username: 'nordlicht_fan' })
  await mara.call(createPlaylist, { body: { title: 'Nordlichter, alle' } })
  await other.call(postMessage, { body: { message: 'Wer hat das Nordlicht gesehen?' } })
  const trackId = album?.tracks[1]?.id ?? ''
  await admin.call(saveLyrics, {
    params: { id: trackId },
    body: { text: '[00:05.00]Still\n[01:12.00]Das Nordlicht auf der Scheibe' },
  })
  await indexed(app)
  const { groups, corrected, terms } = await searchFor(mara, 'nordlicht')
  expect(groups.songs).toMatchObject({
    total: 1,
    hits: [{ title: 'Nordlicht', artist: 'Nordlichter', album: 'Nordlicht Süd' }],
  })
  expect(groups.albums).toMatchObject({
    total: 1,
    hits: [{ albumTitel: 'Nordlicht Süd', trackCount: 2, artist: 'Nordlichter' }],
  })
  expect(groups.artists).toMatchObject({ total: 1, hits: [{ name: 'Nordlichter' }] })
  expect(groups.playlists).toMatchObject({
    total: 1,
    hits: [{ title: 'Nordlichter, alle', owner: { username: 'mara' } }],
  })
  expect(groups.videos).toEqual({ total: 0, hits: [] })
  expect(groups.people).toMatchObject({ total: 1, hits: [{ username: 'nordlicht_fan' }] })
  expect(groups.messages).toMatchObject({
    total: 1,
    hits: [{ content: 'Wer hat das Nordlicht gesehen?', author: { username: 'nordlicht_fan' } }],
  })
  expect(groups.lyrics).toMatchObject({
    total: 1,
    hits: [{ song: { title: 'Kanal' }, line: 'Das Nordlicht auf der Scheibe', startSeconds: 72 }],
  })
  expect(corrected).toBeNull()
  expect(terms).toEqual(['nordlicht'])
})
