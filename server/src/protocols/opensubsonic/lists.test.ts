import { deleteAlbum } from '@tonarchiv/contract/archive-editing'
import { addFavorite } from '@tonarchiv/contract/favorites'
import { blockMember } from '@tonarchiv/contract/friends'
import { recordPlay } from '@tonarchiv/contract/plays'
import { updateProfile } from '@tonarchiv/contract/users'
import { expect, test } from 'vitest'
import { openSocket } from '#testing/browser-socket.ts'
import { eventually } from '#testing/eventually.ts'
import { type MusicApp, startMusicApp } from '#testing/opensubsonic/music-app.ts'
import type { RestParameters } from '#testing/opensubsonic/rest-app.ts'
import { addVideoByForm } from '#testing/video-forms.ts'
import { endpoints } from './endpoints/index.ts'

/** The names or titles in a response, at any depth. */
function namesIn(answer: unknown): string[] {
  if (Array.isArray(answer)) return answer.flatMap(namesIn)
  if (typeof answer !== 'object' || answer === null) return []
  const name: unknown = Reflect.get(answer, 'name') ?? Reflect.get(answer, 'title')
  return typeof name === 'string' ? [name] : Object.values(answer).flatMap(namesIn)
}

/** The albums of a type. `getAlbumList` and `getAlbumList2` must list the same albums. */
async function albumsOf({ client }: MusicApp, parameters: RestParameters): Promise<string[]> {
  const names = namesIn(await client.call('getAlbumList2', parameters))
  expect(namesIn(await client.call('getAlbumList', parameters))).toEqual(names)
  return names
}

async function play({ app }: MusicApp, id: string, member?: Awaited<ReturnType<typeof app.signIn>>) {
  await (member ?? (await app.signIn())).call(recordPlay, {
    body: { track_id: id, track_name: 'x', artist: 'x', album: 'x', duration: 180, completed: true },
  })
}

test('albums are listed in each order, page by page', async () => {
  const music = await startMusicApp()
  const of = async (parameters: RestParameters) => albumsOf(music, parameters)
  expect(await of({ type: 'newest' })).toEqual(['Sampler', '99 Wege', 'Südwind', 'Nordlicht'])
  expect(await of({ type: 'alphabeticalByName' })).toEqual(['99 Wege', 'Nordlicht', 'Sampler', 'Südwind'])
  expect(await of({ type: 'alphabeticalByArtist' })).toEqual(['99 Wege', 'Nordlicht', 'Südwind', 'Sampler'])
  for (const type of ['newest', 'alphabeticalByName', 'alphabeticalByArtist']) {
    const all = await of({ type })
    const pages = [await of({ type, size: 3 }), await of({ type, size: 3, offset: 3 })]
    expect(pages.flat()).toEqual(all)
    expect(await of({ type, offset: 4 })).toEqual([])
    expect(await of({ type, size: 0 })).toEqual([])
  }
  const admin = await music.app.signIn({ isAdmin: true })
  await admin.call(deleteAlbum, { params: { albumTitel: 'Sampler' } })
  expect(await of({ type: 'alphabeticalByName' })).toEqual(['99 Wege', 'Nordlicht', 'Südwind'])
  expect(await of({ type: 'alphabeticalByArtist' })).toEqual(['99 Wege', 'Nordlicht', 'Südwind'])
})

test('albums of years are listed oldest first, or newest first when the years are the other way round', async () => {
  const music = await startMusicApp()
  const of = async (fromYear: number, toYear: number, more = {}) =>
    albumsOf(music, { type: 'byYear', fromYear, toYear, ...more })
  expect(await of(1900, 2005)).toEqual(['Sampler', 'Nordlicht'])
  expect(await of(2100, 2001)).toEqual(['Südwind', 'Nordlicht'])
  expect(await of(0, 9999, { size: 1, offset: 1 })).toEqual(['Nordlicht'])
  expect(await music.client.error('getAlbumList2', { type: 'byYear', fromYear: 2000 })).toBe(10)
})

test('albums and songs of a genre are listed', async () => {
  const music = await startMusicApp()
  expect(await albumsOf(music, { type: 'byGenre', genre: 'Rock' })).toEqual(['Nordlicht', 'Südwind'])
  expect(await albumsOf(music, { type: 'byGenre', genre: 'rock' })).toEqual([])
  expect(await music.client.error('getAlbumList', { type: 'byGenre' })).toBe(10)
  const songs = async (parameters: RestParameters) =>
    namesIn(await music.client.call('getSongsByGenre', parameters))
  expect(await songs({ genre: 'Rock' })).toEqual(['Aufbruch', 'Weite <&"> See', 'Hafen'])
  expect(await songs({ genre: 'Rock', count: 1, offset: 2 })).toEqual(['Hafen'])
  expect(await music.client.error('getSongsByGenre', { genre: 'Rock', offset: -1 })).toBe(0)
})

test('albums are listed by what the caller plays, lately and often, and by what all play', async () => {
  const music = await startMusicApp()
  const { app, member, idOf } = music
  for (const title of ['Gastspiel', 'Aufbruch', 'Weite <&"> See', 'Hafen'])
    await play(music, idOf(title), member)
  for (const _ of [1, 2, 3]) await play(music, idOf('Erster'))
  app.passTime(600_000)
  await play(music, idOf('Gastspiel'), member)
  expect(await albumsOf(music, { type: 'recent' })).toEqual(['Sampler', 'Südwind', 'Nordlicht'])
  const frequent = await albumsOf(music, { type: 'frequent' })
  expect(frequent.slice(0, 2).toSorted()).toEqual(['Nordlicht', 'Sampler'])
  expect(frequent[2]).toBe('Südwind')
  expect((await albumsOf(music, { type: 'highest' }))[0]).toBe('99 Wege')
  expect(await albumsOf(music, { type: 'starred' })).toEqual([])
})

test('albums and songs are drawn without repetition, within years and genres', async () => {
  const { client } = await startMusicApp()
  const draw = async (name: string, parameters: RestParameters = {}) =>
    namesIn(await client.call(name, parameters, { isRandom: true })).toSorted()
  const all = ['Aufbruch', 'Erster', 'Gastspiel', 'Hafen', 'Weite <&"> See', 'Zweiter']
  expect(await draw('getRandomSongs')).toEqual(all)
  const drawn = new Set<string>()
  for (let turn = 0; turn < 60; turn += 1)
    for (const title of await draw('getRandomSongs', { size: 2 })) drawn.add(title)
  expect([...drawn].toSorted()).toEqual(all)
  expect(await draw('getRandomSongs', { fromYear: 2000, toYear: 2005 })).toEqual([
    'Aufbruch',
    'Weite <&"> See',
  ])
  expect(await draw('getRandomSongs', { genre: 'Jazz' })).toEqual(['Gastspiel'])
  expect(await draw('getRandomSongs', { genre: 'Jazz', fromYear: 2000 })).toEqual([])
  expect(await draw('getAlbumList2', { type: 'random' })).toHaveLength(4)
  expect(await draw('getAlbumList2', { type: 'random', size: 2 })).toHaveLength(2)
})

test('wrong numbers, types and folders are errors', async () => {
  const { client } = await startMusicApp()
  expect(await client.error('getAlbumList2')).toBe(10)
  const wrong: RestParameters[] = [
    { type: 'alle' },
    { type: 'newest', size: -1 },
    { type: 'newest', offset: -1 },
    { type: 'newest', size: '10; drop table albums' },
    { type: 'newest', offset: '99999999999999999999' },
    { type: 'newest', size: '' },
    { type: 'byYear', fromYear: -5, toYear: 3 },
    { type: 'byYear', fromYear: 'neulich', toYear: 3 },
  ]
  for (const parameters of wrong)
    expect([parameters, await client.error('getAlbumList2', parameters)]).toEqual([parameters, 0])
  expect(namesIn(await client.call('getAlbumList2', { type: 'newest', size: 100_000 }))).toHaveLength(4)
})

test('all music is in one folder, which every list can be restricted to', async () => {
  const { client } = await startMusicApp()
  // An empty query finds everything without the search index, which may not contain the newest changes yet.
  const others = { type: 'newest', genre: 'Rock', query: '' }
  const restricted = endpoints.filter(({ parameters }) => 'musicFolderId' in parameters.shape)
  expect(restricted.map(({ name }) => name).toSorted()).toEqual([
    'getAlbumList',
    'getAlbumList2',
    'getArtists',
    'getIndexes',
    'getRandomSongs',
    'getSongsByGenre',
    'getStarred',
    'getStarred2',
    'search2',
    'search3',
  ])
  for (const { name } of restricted) {
    const isRandom = name === 'getRandomSongs'
    await client.call(name, { ...others, musicFolderId: 1 }, { isRandom })
    expect([name, await client.error(name, { ...others, musicFolderId: 2 })]).toEqual([name, 70])
    expect([name, await client.error(name, { ...others, musicFolderId: '1x' })]).toEqual([name, 0])
  }
})

test('favorites are listed newest first, and those of others are not', async () => {
  const { app, member, client, idOf } = await startMusicApp()
  for (const title of ['Hafen', 'Erster'])
    await member.call(addFavorite, { body: { item_type: 'track', item_id: idOf(title) } })
  for (const [name, key] of [
    ['getStarred', 'starred'],
    ['getStarred2', 'starred2'],
  ] as const) {
    expect(await client.call(name)).toMatchObject({
      [key]: {
        artist: [],
        album: [],
        song: [{ title: 'Erster', starred: expect.any(String) }, { title: 'Hafen' }],
      },
    })
    expect(await app.clientOf(await app.signIn()).call(name)).toMatchObject({ [key]: { song: [] } })
  }
})

test('what members play now is listed, unless they hide it or one has blocked the other', async () => {
  const { app, member, client, idOf } = await startMusicApp()
  expect(await client.call('getNowPlaying')).toMatchObject({ nowPlaying: { entry: [] } })
  const tom = await app.signIn({ username: 'tom' })
  const socket = openSocket(app, { token: tom.token })
  await socket.ready()
  socket.send({ type: 'userStatus', currentTrack: { id: idOf('Hafen') }, isPlaying: true })
  await eventually(async () =>
    expect(await client.call('getNowPlaying')).toMatchObject({
      nowPlaying: { entry: [{ title: 'Hafen', username: 'tom', minutesAgo: 0, playerId: 1 }] },
    }),
  )
  app.passTime(125_000)
  expect(await client.call('getNowPlaying')).toMatchObject({ nowPlaying: { entry: [{ minutesAgo: 2 }] } })
  const isListed = async (expected: boolean) =>
    eventually(async () =>
      expect(await client.call('getNowPlaying')).toMatchObject({
        nowPlaying: { entry: expected ? [{ username: 'tom' }] : [] },
      }),
    )
  await tom.call(updateProfile, { body: { showListening: false } })
  await isListed(false)
  await tom.call(updateProfile, { body: { showListening: true } })
  await isListed(true)
  await tom.call(blockMember, { params: { id: member.id } })
  await isListed(false)
})

test('videos are listed newest first', async () => {
  const { app, client } = await startMusicApp()
  const admin = await app.signIn({ isAdmin: true })
  const old = await addVideoByForm(admin, { title: 'Probe & Auftritt', upload_date: '2020-05-01' })
  await addVideoByForm(admin, { title: 'Neu', upload_date: '2026-05-01' })
  expect(await client.call('getVideos')).toMatchObject({
    videos: {
      video: [
        { title: 'Neu', year: 2026 },
        { id: old.id, title: 'Probe & Auftritt', isVideo: true, type: 'video', contentType: 'video/mp4' },
      ],
    },
  })
  expect(await client.call('getVideoInfo', { id: old.id })).toMatchObject({ videoInfo: { id: old.id } })
})
