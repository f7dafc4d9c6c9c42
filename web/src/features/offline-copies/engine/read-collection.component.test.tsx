import { type Favorite, listFavorites } from '@tonarchiv/contract/favorites'
import { COPIED_FILES_MAX, listCopiedFiles } from '@tonarchiv/contract/offline-copies'
import { ENTRIES_PAGE, getPlaylist, listEntries } from '@tonarchiv/contract/playlist-entries'
import { expect, test } from 'vitest'
import { aPlaylist, aPlaylistEntry, mila } from '../../../testing/a-playlist.ts'
import { startFakeServer } from '../../../testing/fake-server.ts'
import { readCollection } from './read-collection.ts'

const { signal } = new AbortController()

/** Starts a fake server that has one file for each track. `asked` collects the track ids of each request for files. */
function start() {
  const server = startFakeServer()
  const asked: string[][] = []
  server.on(listCopiedFiles, (sent) => {
    const { trackIds } = listCopiedFiles.body.parse(sent)
    asked.push(trackIds)
    const fileOf = (trackId: string) => ({
      trackId,
      file: `${trackId}.mp3`,
      version: `version-of-${trackId}`,
      sizeBytes: 3,
    })
    return { files: trackIds.map(fileOf) }
  })
  return { server, asked }
}

test('a playlist is read whole, each file once; what only the server can play is counted, what is gone is not', async () => {
  const { server, asked } = start()
  const entries = Array.from({ length: ENTRIES_PAGE }, (_, index) => aPlaylistEntry(`e${index}`))
  const rest = [
    aPlaylistEntry('again', { track: { id: 't-e0', file: 'e0.mp3' } }),
    aPlaylistEntry('gone', { track: null }),
    aPlaylistEntry('converted', { track: { id: 't-c', file: 'c.wma', needsConversion: true } }),
  ]
  const playlist = aPlaylist('p1', { title: 'Nachtfahrten', entryCount: entries.length + rest.length })
  server.on(getPlaylist, () => ({ playlist, entries, people: [mila] }))
  server.on(listEntries, (_sent, query) => ({
    entries: query.get('entryId') === entries.at(-1)?.id ? rest : [],
    people: [mila],
  }))
  const { title, read } = await readCollection({ kind: 'playlist', id: 'p1' }, signal)
  expect(title).toBe('Nachtfahrten')
  expect(read.tracks).toHaveLength(ENTRIES_PAGE)
  expect(read.withoutCopy).toBe(1)
  expect(read.content).toMatchObject({ kind: 'playlist', people: [mila] })
  expect(read.content.kind === 'playlist' && read.content.entries).toHaveLength(playlist.entryCount)
  expect(asked.map(({ length }) => length)).toEqual([COPIED_FILES_MAX, COPIED_FILES_MAX])
})

test('favorites are read with the files of their tracks', async () => {
  const { server } = start()
  const favorite = (id: string): Favorite => ({
    id,
    itemId: id,
    item_id: id,
    item_type: 'track',
    item_data: { url: '', title: id, artist: 'Kolja Brandt', album: 'Messing', coverUrl: '/api/cover/m' },
    createdAt: '2026-11-21T09:38:00.000Z',
    track: { id, file: `${id}.mp3`, duration: 60, exclusive: false },
  })
  server.on(listFavorites, () => ({ favorites: [favorite('one'), favorite('two')] }))
  const { read } = await readCollection({ kind: 'favorites' }, signal)
  expect(read.tracks.map(({ version, coverUrl }) => [version, coverUrl])).toEqual([
    ['version-of-one', '/api/cover/m'],
    ['version-of-two', '/api/cover/m'],
  ])
})
