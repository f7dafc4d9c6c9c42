import { expect, test } from 'vitest'
import { SubsonicAPI } from 'subsonic-api'
import { sample } from '#testing/audio-samples.ts'
import { startClientApp } from '#testing/opensubsonic/client-app.ts'

type Access = 'token' | 'apiKey'

/** Each client logs in, browses, searches, plays with a seek, stars, edits a playlist and scrobbles. */
test.each([
  ['user, token and salt', 'token', false],
  ['user, token and salt in forms', 'token', true],
  ['API key', 'apiKey', false],
] as const)('subsonic-api uses the archive with %s', async (_how, access: Access, post) => {
  const { app, album, password, inWebApp } = await startClientApp()
  const auth = access === 'token' ? { username: 'mara', password } : { apiKey: password }
  const ranges: string[] = []
  const api = new SubsonicAPI({
    url: app.address,
    auth,
    post,
    // A player that seeks requests a range.
    fetch: async (input, init) => {
      const headers = new Headers(init?.headers)
      const range = ranges.pop()
      if (range !== undefined) headers.set('range', range)
      return fetch(input, { ...init, headers })
    },
  })
  expect(await api.ping()).toMatchObject({ status: 'ok', openSubsonic: true, type: 'tonarchiv' })
  const { artists } = await api.getArtists()
  expect(artists.index?.flatMap(({ artist }) => artist ?? []).map(({ name }) => name)).toEqual([
    'Löschpapier & „Tinte“',
    'Nachtbus',
  ])
  const { albumList2 } = await api.getAlbumList2({ type: 'newest' })
  expect(albumList2.album?.map(({ name }) => name)).toEqual(['Nachtbus', 'Löschpapier & „Tinte“'])
  const read = await api.getAlbum({ id: album.albumId })
  const songs = read.album.song ?? []
  expect(songs.map(({ title }) => title)).toEqual(['Tinte', 'Feder <1>', 'Siegel'])
  const [ink, quill, seal] = songs.map(({ id }) => id)
  if (ink === undefined || quill === undefined || seal === undefined) throw new Error('Three songs')
  const { searchResult3 } = await api.search3({ query: 'feder' })
  expect(searchResult3.song?.map(({ id }) => id)).toEqual([quill])

  const bytes = sample('cbr.mp3')
  const whole = await api.stream({ id: ink })
  expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'audio/mpeg'])
  expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true)
  ranges.push('bytes=1000-')
  const rest = await api.stream({ id: ink, format: 'raw' })
  expect([rest.status, rest.headers.get('content-range')]).toEqual([
    206,
    `bytes 1000-${bytes.length - 1}/${bytes.length}`,
  ])
  expect(Buffer.from(await rest.arrayBuffer()).equals(bytes.subarray(1000))).toBe(true)
  const cover = await api.getCoverArt({ id: read.album.coverArt ?? '', size: 200 })
  expect([cover.status, cover.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  await cover.arrayBuffer()

  await api.star({ id: [ink, seal] })
  await api.unstar({ id: ink })
  expect((await api.getStarred2()).starred2.song?.map(({ title }) => title)).toEqual(['Siegel'])
  const { playlist } = await api.createPlaylist({ name: 'Fahrt', songId: [ink, quill] })
  await api.updatePlaylist({ playlistId: playlist.id, songIdToAdd: [seal], songIndexToRemove: [0] })
  const changed = await api.getPlaylist({ id: playlist.id })
  expect(changed.playlist.entry?.map(({ title }) => title)).toEqual(['Feder <1>', 'Siegel'])
  await api.scrobble({ id: quill, submission: false })
  const { nowPlaying } = await api.getNowPlaying()
  expect(nowPlaying.entry?.map(({ title }) => title)).toEqual(['Feder <1>'])
  await api.scrobble({ id: quill, submission: true })
  expect(await inWebApp()).toEqual({
    playlists: { Fahrt: ['Feder <1>', 'Siegel'] },
    favorites: ['Siegel'],
    plays: ['Feder <1>'],
  })
})

test('subsonic-api is refused with a wrong password, and says why', async () => {
  const { app, member } = await startClientApp()
  const api = new SubsonicAPI({ url: app.address, auth: { username: 'mara', password: member.token } })
  expect(await api.ping()).toMatchObject({ status: 'failed', error: { code: 40 } })
})
