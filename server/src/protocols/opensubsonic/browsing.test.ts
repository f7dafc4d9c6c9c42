import { addFavorite } from '@tonarchiv/contract/favorites'
import { updateAlbum } from '@tonarchiv/contract/archive-editing'
import { recordPlay } from '@tonarchiv/contract/plays'
import { expect, test } from 'vitest'
import { startMusicApp } from '#testing/opensubsonic/music-app.ts'
import { type RestParameters, startRestApp } from '#testing/opensubsonic/rest-app.ts'

test('artists are listed by letter; an album without artists stands under its title', async () => {
  const { client, idOf } = await startMusicApp()
  const { artists } = await client.call('getArtists')
  const ada = { id: idOf('Ada'), name: 'Ada', sortName: 'Ada', albumCount: 2 }
  expect(artists).toEqual({
    ignoredArticles: '',
    index: [
      { name: '#', artist: [{ id: idOf('99 Wege'), name: '99 Wege', sortName: '99 Wege', albumCount: 1 }] },
      { name: 'A', artist: [ada] },
      { name: 'B', artist: [{ id: idOf('Bo'), name: 'Bo', sortName: 'Bo', albumCount: 1 }] },
      {
        name: 'O',
        artist: [{ id: idOf('Österreicher'), name: 'Österreicher', sortName: 'Österreicher', albumCount: 1 }],
      },
    ],
  })
  expect(await client.call('getArtists', { musicFolderId: 1 })).toMatchObject({ artists })
  expect(await client.error('getArtists', { musicFolderId: 2 })).toBe(70)
  expect(await client.error('getArtists', { musicFolderId: -1 })).toBe(0)
})

test('an artist has the own albums, newest first, and those on which the artist is heard', async () => {
  const { client, idOf } = await startMusicApp()
  const { artist } = await client.call('getArtist', { id: idOf('Ada') })
  expect(artist).toMatchObject({
    name: 'Ada',
    albumCount: 2,
    album: [
      { name: 'Südwind', artist: 'Ada, Bo', artistId: idOf('Ada'), songCount: 1, duration: 180, year: 2010 },
      { name: 'Nordlicht', artist: 'Ada', songCount: 2, duration: 360, genre: 'Rock' },
    ],
  })
  expect(await client.call('getArtist', { id: `ar-${idOf('Gast')}` })).toMatchObject({
    artist: { name: 'Gast', album: [{ name: 'Sampler', artist: 'Österreicher', releaseTypes: ['EP'] }] },
  })
  const withoutArtist = await client.call('getArtist', { id: idOf('99 Wege') })
  expect(withoutArtist).toMatchObject({
    artist: { id: idOf('99 Wege'), name: '99 Wege', albumCount: 1, album: [{ id: idOf('99 Wege') }] },
  })
})

test('an album has its playable songs in order, with all that is known of them', async () => {
  const { client, idOf } = await startMusicApp()
  const { album } = await client.call('getAlbum', { id: idOf('Nordlicht') })
  expect(album).toMatchObject({
    id: idOf('Nordlicht'),
    name: 'Nordlicht',
    artist: 'Ada',
    artists: [{ id: idOf('Ada'), name: 'Ada' }],
    genres: [{ name: 'Rock' }, { name: 'Indie' }],
    songCount: 2,
    duration: 360,
  })
  expect(album).toHaveProperty('song', [
    expect.objectContaining({
      id: idOf('Aufbruch'),
      parent: idOf('Nordlicht'),
      isDir: false,
      title: 'Aufbruch',
      album: 'Nordlicht',
      albumId: idOf('Nordlicht'),
      artist: 'Ada',
      artistId: idOf('Ada'),
      track: 1,
      year: 2001,
      genre: 'Rock',
      size: 4_320_000,
      contentType: 'audio/mpeg',
      suffix: 'mp3',
      duration: 180,
      bitRate: 192,
      samplingRate: 44_100,
      channelCount: 2,
      path: 'Ada/Nordlicht/01 Aufbruch.mp3',
      type: 'music',
      mediaType: 'song',
    }),
    expect.objectContaining({
      title: 'Weite <&"> See',
      track: 2,
      path: 'Ada/Nordlicht/02 Weite _&__ See.mp3',
    }),
  ])
})

test('a song by another artist than its album has both', async () => {
  const { client, idOf } = await startMusicApp()
  expect(await client.call('getSong', { id: idOf('Gastspiel') })).toMatchObject({
    song: {
      artist: 'Gast',
      artistId: idOf('Gast'),
      displayAlbumArtist: 'Österreicher',
      albumArtists: [{ id: idOf('Österreicher'), name: 'Österreicher' }],
    },
  })
  expect(await client.call('getSong', { id: idOf('Erster') })).toMatchObject({
    song: { artist: '99 Wege', artistId: idOf('99 Wege') },
  })
})

test('a song has the favorite and the plays of the caller, not those of others', async () => {
  const { app, member, client, idOf } = await startMusicApp()
  const id = idOf('Aufbruch')
  await member.call(addFavorite, { body: { item_type: 'track', item_id: id } })
  await member.call(recordPlay, {
    body: { track_id: id, track_name: 'x', artist: 'x', album: 'x', duration: 180, completed: true },
  })
  expect(await client.call('getSong', { id })).toMatchObject({
    song: {
      starred: expect.stringMatching(/^\d{4}-.*Z$/),
      playCount: 1,
      played: expect.stringMatching(/Z$/),
    },
  })
  const { song } = await app.clientOf(await app.signIn()).call('getSong', { id })
  for (const name of ['starred', 'playCount', 'played']) expect(song).not.toHaveProperty(name)
})

test('ids of other kinds, unknown ones and placeholders are not found; missing ones are missing', async () => {
  const { app, client, idOf } = await startMusicApp()
  const ids = {
    getSong: [idOf('Ada'), idOf('Nordlicht'), idOf('Stille [FEHLT]')],
    getAlbum: [idOf('Ada'), idOf('Aufbruch')],
    getArtist: [idOf('Nordlicht'), idOf('Aufbruch')],
    getMusicDirectory: [idOf('Aufbruch')],
    getArtistInfo2: [idOf('Aufbruch')],
    getAlbumInfo2: [idOf('Ada')],
    getSimilarSongs: [app.services.config.siteTitle],
    getVideoInfo: [idOf('Aufbruch')],
  }
  for (const [name, others] of Object.entries(ids)) {
    for (const id of [...others, 'nichts', '0', 'al-', "'; drop table albums; --"])
      expect([name, id, await client.error(name, { id })]).toEqual([name, id, 70])
    expect([name, await client.error(name)]).toEqual([name, 10])
    for (const id of ['', 'x'.repeat(65)]) expect([name, await client.error(name, { id })]).toEqual([name, 0])
  }
})

test('folders contain artists and albums without artists, these their albums and songs', async () => {
  const { client, idOf } = await startMusicApp()
  const { indexes } = await client.call('getIndexes')
  expect(indexes).toMatchObject({
    ignoredArticles: '',
    index: [
      { name: '#', artist: [{ id: idOf('99 Wege'), name: '99 Wege' }] },
      { name: 'A', artist: [{ id: idOf('Ada'), name: 'Ada' }] },
      { name: 'B' },
      { name: 'O' },
    ],
  })
  expect(await client.call('getMusicDirectory', { id: idOf('Ada') })).toMatchObject({
    directory: {
      id: idOf('Ada'),
      name: 'Ada',
      child: [
        { id: idOf('Südwind'), parent: idOf('Ada'), isDir: true, title: 'Südwind' },
        { id: idOf('Nordlicht'), isDir: true, title: 'Nordlicht', year: 2001 },
      ],
    },
  })
  for (const [id, songs] of [
    ['Nordlicht', ['Aufbruch', 'Weite <&"> See']],
    ['99 Wege', ['Erster', 'Zweiter']],
  ] as const)
    expect(await client.call('getMusicDirectory', { id: idOf(id) })).toMatchObject({
      directory: { name: id, child: songs.map((title) => ({ title, isDir: false })) },
    })
  expect(await client.call('getMusicDirectory', { id: '1' })).toMatchObject({
    directory: {
      child: [{ title: '99 Wege' }, { title: 'Ada' }, { title: 'Bo' }, { title: 'Österreicher' }],
    },
  })
})

test('the index says since when it is unchanged, and is sent again after a change only', async () => {
  const { app, client, idOf } = await startMusicApp()
  const modifiedAt = async (parameters = {}) => {
    const { indexes } = await client.call('getIndexes', parameters)
    if (typeof indexes !== 'object' || indexes === null) throw new Error('There is no index')
    return {
      at: Number(Reflect.get(indexes, 'lastModified')),
      index: Reflect.get(indexes, 'index') as unknown,
    }
  }
  const { at } = await modifiedAt()
  expect(await modifiedAt({ ifModifiedSince: at })).toEqual({ at, index: [] })
  expect((await modifiedAt({ ifModifiedSince: at - 1 })).index).toHaveLength(4)
  app.passTime(1000)
  const admin = await app.signIn({ isAdmin: true })
  const params = { albumTitel: idOf('99 Wege') }
  await admin.call(updateAlbum, { params, body: { albumTitel: 'Zuletzt' } })
  const after = await modifiedAt({ ifModifiedSince: at })
  expect(after.at).toBeGreaterThan(at)
  expect(JSON.stringify(after.index)).toContain('Zuletzt')
})

test('a change of the archive is seen by the next call, whatever was read before', async () => {
  const { app, client, idOf } = await startMusicApp()
  const admin = await app.signIn({ isAdmin: true })
  const seen = async () => {
    const { song } = await client.call('getSong', { id: idOf('Hafen') })
    const { albumList2 } = await client.call('getAlbumList2', {
      type: 'byYear',
      fromYear: 2010,
      toYear: 2010,
    })
    return JSON.stringify([song, albumList2])
  }
  expect(await seen()).toContain('"album":"Südwind"')
  const params = { albumTitel: idOf('Südwind') }
  await admin.call(updateAlbum, {
    params,
    body: { albumTitel: 'Nordwind', genres: ['Jazz'], artists: ['Bo'] },
  })
  const after = await seen()
  for (const text of ['"album":"Nordwind"', '"name":"Nordwind"', '"genre":"Jazz"', '"artist":"Bo"'])
    expect(after).toContain(text)
  for (const text of ['Südwind', 'Rock', 'Ada']) expect(after).not.toContain(text)
})

test('all artists are sent alike to every member, in each format, until the archive changes', async () => {
  const { app, client, idOf } = await startMusicApp()
  const admin = await app.signIn({ isAdmin: true })
  const formats: RestParameters[] = [
    { f: 'json' },
    { f: 'jsonp', callback: 'a' },
    { f: 'jsonp', callback: 'b' },
    { f: 'xml' },
    { f: 'xml', c: 'Clementine' },
  ]
  const read = (reader = client) =>
    Promise.all(formats.map(async (format) => (await reader.fetch('getArtists', format)).text()))
  const first = await read()
  for (const xml of first.slice(3)) expect(xml).toMatch(/^<\?xml[^]*<artist [^>]*name="Bo"/)
  expect(first[1]).toBe(`/**/a(${first[0] ?? ''});`)
  expect(first[2]).toBe(`/**/b(${first[0] ?? ''});`)
  expect(await read(app.clientOf(await app.signIn()))).toEqual(first)
  await admin.call(updateAlbum, {
    params: { albumTitel: idOf('Südwind') },
    body: { albumTitel: 'Südwind', artists: ['Zoe'] },
  })
  for (const text of await read()) expect(text).toContain('Zoe')
})

test('genres are counted with their albums and songs', async () => {
  const { client } = await startMusicApp()
  expect(await client.call('getGenres')).toMatchObject({
    genres: {
      genre: [
        { value: 'Indie', songCount: 2, albumCount: 1 },
        { value: 'Jazz', songCount: 1, albumCount: 1 },
        { value: 'Rock', songCount: 3, albumCount: 2 },
      ],
    },
  })
})

test('an album has its notes as plain text, and artists those of the same genres', async () => {
  const { app, client, idOf } = await startMusicApp()
  const admin = await app.signIn({ isAdmin: true })
  const params = { albumTitel: idOf('Nordlicht') }
  const notes = 'Im *Treppenhaus* & **laut**, siehe [hier](https://beispiel.de).'
  await admin.call(updateAlbum, { params, body: { notes } })
  for (const name of ['getAlbumInfo', 'getAlbumInfo2'])
    for (const id of [idOf('Nordlicht'), idOf('Aufbruch')])
      expect(await client.call(name, { id })).toMatchObject({
        albumInfo: { notes: 'Im Treppenhaus & laut, siehe hier.' },
      })
  expect(await client.call('getAlbumInfo', { id: idOf('Südwind') })).toMatchObject({ albumInfo: {} })
  expect(await client.call('getArtistInfo', { id: idOf('Bo') })).toMatchObject({
    artistInfo: { similarArtist: [{ id: idOf('Ada'), name: 'Ada' }] },
  })
  expect(await client.call('getArtistInfo2', { id: idOf('Bo'), count: 0 })).toMatchObject({
    artistInfo2: { similarArtist: [] },
  })
})

test('similar songs are of the same album, artist or genre, without the song itself', async () => {
  const { client, idOf } = await startMusicApp()
  const titles = async (name: string, id: string, count = 50) => {
    const answer = await client.call(name, { id, count }, { isRandom: true })
    return (
      JSON.stringify(answer)
        .match(/"title":"[^,]*(?=",)/g)
        ?.map((text) => text.slice(9)) ?? []
    )
  }
  expect((await titles('getSimilarSongs2', idOf('Aufbruch'))).toSorted()).toEqual([
    'Hafen',
    'Weite <&\\"> See',
  ])
  expect((await titles('getSimilarSongs', idOf('Ada'))).toSorted()).toEqual([
    'Aufbruch',
    'Hafen',
    'Weite <&\\"> See',
  ])
  expect(await titles('getSimilarSongs', idOf('99 Wege'), 1)).toHaveLength(1)
  expect(await titles('getSimilarSongs2', idOf('99 Wege'), 0)).toEqual([])
})

test('the top songs of an artist are those that were played most', async () => {
  const { app, client, idOf } = await startMusicApp()
  for (const [title, times] of [
    ['Hafen', 1],
    ['Aufbruch', 2],
    ['Zweiter', 1],
  ] as const)
    for (let time = 0; time < times; time += 1)
      await (
        await app.signIn()
      ).call(recordPlay, {
        body: {
          track_id: idOf(title),
          track_name: 'x',
          artist: 'x',
          album: 'x',
          duration: 180,
          completed: true,
        },
      })
  const byNameAndId: RestParameters[] = [{ artist: 'ADA' }, { id: idOf('Ada') }]
  for (const parameters of byNameAndId)
    expect(await client.call('getTopSongs', parameters)).toMatchObject({
      topSongs: { song: [{ title: 'Aufbruch' }, { title: 'Hafen' }] },
    })
  expect(await client.call('getTopSongs', { artist: '99 Wege', count: 5 })).toMatchObject({
    topSongs: { song: [{ title: 'Zweiter' }] },
  })
  expect(await client.call('getTopSongs', { artist: 'Unbekannt' })).toMatchObject({ topSongs: { song: [] } })
  expect(await client.error('getTopSongs')).toBe(10)
})

test('titles with characters that XML does not allow are readable in every format', async () => {
  const { app, client, idOf } = await startMusicApp()
  await app.services.db
    .updateTable('tracks')
    .set({ title: 'Pie\u0007p \u0001\u{1f3b6}\uffff' })
    .where('id', '=', idOf('Hafen'))
    .execute()
  const answer = await client.fetch('getSong', { id: idOf('Hafen') })
  expect(await answer.text()).toContain('title="Piep 🎶"')
  const json = await client.fetch('getSong', { id: idOf('Hafen'), f: 'json' })
  expect(await json.json()).toMatchObject({
    'subsonic-response': { song: { title: 'Pie\u0007p \u0001🎶\uffff' } },
  })
})

test('clients that read the XML of Subsonic only get no further elements beside songs', async () => {
  const { client, idOf } = await startMusicApp()
  const read = async (c: string) => (await client.fetch('getAlbum', { id: idOf('Nordlicht'), c })).text()
  expect(await read('Clementine')).not.toMatch(/<(?!\?xml|\/?subsonic-response|\/?album|\/?song)/)
  expect(await read('andere')).toContain('<genres name="Rock"/>')
})

test('an empty archive has empty lists', async () => {
  const app = await startRestApp()
  const client = app.clientOf(await app.signIn())
  expect(await client.call('getArtists')).toMatchObject({ artists: { index: [] } })
  expect(await client.call('getIndexes')).toMatchObject({ indexes: { index: [] } })
  expect(await client.call('getGenres')).toMatchObject({ genres: { genre: [] } })
  expect(await client.call('getVideos')).toMatchObject({ videos: { video: [] } })
  expect(await client.call('getRandomSongs')).toMatchObject({ randomSongs: { song: [] } })
  expect(await client.call('getAlbumList2', { type: 'random' })).toMatchObject({ albumList2: { album: [] } })
  expect(await client.call('search3', { query: '' })).toMatchObject({
    searchResult3: { artist: [], album: [], song: [] },
  })
})
