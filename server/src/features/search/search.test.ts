import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { changeUser } from '@tonarchiv/contract/admin'
import { deleteAlbum, deleteTrack, updateAlbum } from '@tonarchiv/contract/archive-editing'
import { deleteAccount } from '@tonarchiv/contract/auth'
import { deleteMessage, postMessage } from '@tonarchiv/contract/chat'
import { saveLyrics } from '@tonarchiv/contract/lyrics'
import { createPlaylist, deletePlaylist, updatePlaylist } from '@tonarchiv/contract/playlists'
import { SEARCH_COUNTED, searchEverything } from '@tonarchiv/contract/search'
import { beforeEach, describe, expect, test } from 'vitest'
import { memoryHub } from '#events/bus.memory.ts'
import { eventually } from '#testing/eventually.ts'
import { addPlayableAlbums } from '#testing/playable-albums.ts'
import { indexed } from '#testing/search-index.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'

type Caller = Awaited<ReturnType<TestApp['signIn']>>
type Search = Parameters<typeof searchFor>[2]

let app: TestApp
let mara: Caller
beforeEach(async () => {
  app = await startApp()
  mara = await app.signIn({ username: 'mara' })
})

type Group = 'songs' | 'albums' | 'playlists' | 'people' | 'messages'

async function searchFor(
  caller: Caller,
  q: string,
  query: { group?: Group; limit?: number; offset?: number; exact?: '1' } = {},
) {
  return caller.call(searchEverything, { query: { q, ...query } })
}

async function songs(q: string, query?: Search): Promise<string[]> {
  const { groups } = await searchFor(mara, q, query)
  return groups.songs?.hits.map(({ title }) => title) ?? []
}

async function addSongs(...tracks: readonly string[]) {
  const [album] = await addPlayableAlbums(app, [{ title: 'Werkschau', tracks }])
  await indexed(app)
  return album
}

test('one search finds songs, albums, artists, playlists, videos, members, messages and lyrics', async () => {
  const [album] = await addPlayableAlbums(app, [
    { title: 'Nordlicht Süd', artists: ['Nordlichter'], tracks: ['Nordlicht', 'Kanal'] },
  ])
  await app.services.db
    .insertInto('videos')
    .values({
      id: 'v1',
      title: 'Nordlicht, Studiobericht',
      description: '',
      uploadDate: '2024-11-12',
      fileName: 'v1.mp4',
      storageName: 'v1.mp4',
      format: 'mp4',
      sizeBytes: 1,
      durationSeconds: 862,
      width: 640,
      height: 360,
      posterTries: 0,
      createdAt: '2024-11-12T00:00:00.000Z',
    })
    .execute()
  const admin = await app.signIn({ isAdmin: true })
  const other = await app.signIn({ username: 'nordlicht_fan' })
  await mara.call(createPlaylist, { body: { title: 'Nordlichter, alle' } })
  await other.call(postMessage, { body: { message: 'Wer hat das Nordlicht gesehen?' } })
  const text = '[00:05.00]Still\n[01:12.00]Das Nordlicht auf der Scheibe'
  await admin.call(saveLyrics, { params: { id: album?.tracks[1]?.id ?? '' }, body: { text } })
  await indexed(app)
  const { groups, corrected, terms } = await searchFor(mara, 'nordlicht')
  expect(groups).toMatchObject({
    songs: { total: 1, hits: [{ title: 'Nordlicht', artist: 'Nordlichter', album: 'Nordlicht Süd' }] },
    albums: { total: 1, hits: [{ albumTitel: 'Nordlicht Süd', trackCount: 2, artist: 'Nordlichter' }] },
    artists: { total: 1, hits: [{ name: 'Nordlichter' }] },
    playlists: { total: 1, hits: [{ title: 'Nordlichter, alle', owner: { username: 'mara' } }] },
    videos: { total: 1, hits: [{ id: 'v1', upload_date: '2024-11-12', duration: 862 }] },
    people: { total: 1, hits: [{ username: 'nordlicht_fan' }] },
    messages: {
      total: 1,
      hits: [{ content: 'Wer hat das Nordlicht gesehen?', author: { username: 'nordlicht_fan' } }],
    },
    lyrics: {
      total: 1,
      hits: [{ song: { title: 'Kanal' }, line: 'Das Nordlicht auf der Scheibe', startSeconds: 72 }],
    },
  })
  expect(corrected).toBeNull()
  expect(terms).toEqual(['nordlicht'])
})

describe('who may see what', () => {
  const open = ['people', 'messages']

  test('members without a key are searched neither music nor videos, and of playlists only their own', async () => {
    await addSongs('Nordlicht')
    const guest = await app.signIn({ hasKey: false })
    await mara.call(createPlaylist, { body: { title: 'Nordlicht für alle', visibility: 'members' } })
    await mara.call(postMessage, { body: { message: 'nordlicht' } })
    await indexed(app)
    const { groups, corrected } = await searchFor(guest, 'nordlicht')
    expect(Object.keys(groups).toSorted()).toEqual([...open, 'playlists'].toSorted())
    expect(groups.playlists).toEqual({ hits: [], total: 0 })
    expect(groups.messages?.total).toBe(1)
    expect(corrected).toBeNull()
    expect((await searchFor(guest, 'nordlicht', { group: 'songs' })).groups).toEqual({})
    // A misspelt search does not say either which words there are.
    expect(await searchFor(guest, 'nordlict', { group: 'playlists' })).toMatchObject({
      groups: { playlists: { total: 0 } },
      corrected: null,
      terms: ['nordlict'],
    })
  })

  test('whose key is withdrawn between two searches finds nothing more that needs one', async () => {
    const admin = await app.signIn({ isAdmin: true })
    const album = await addSongs('Nordlicht')
    const lyrics = { params: { id: album?.tracks[0]?.id ?? '' }, body: { text: 'Unter dem Nordlicht' } }
    await admin.call(saveLyrics, lyrics)
    await admin.call(createPlaylist, { body: { title: 'Nordlicht für alle', visibility: 'members' } })
    await indexed(app)
    const totals = async (q: string) =>
      Object.entries((await searchFor(mara, q)).groups).flatMap(([group, { total }]) =>
        total > 0 ? group : [],
      )
    const found = ['songs', 'lyrics', 'playlists']
    for (const q of ['nordlicht', 'nordlict']) expect(await totals(q)).toEqual(expect.arrayContaining(found))
    await admin.call(changeUser, { params: { id: mara.id }, body: { keyVerified: false } })
    for (const q of ['nordlicht', 'nordlict']) expect(await totals(q)).toEqual([])
    // Neither by a group, nor by the correction of a misspelt word.
    for (const group of ['songs', 'playlists'] as const)
      expect((await searchFor(mara, 'nordlicht', { group })).groups[group]?.total ?? 0).toBe(0)
    expect(await searchFor(mara, 'nordlict')).toMatchObject({ corrected: null, terms: ['nordlict'] })
  })

  test('playlists are found by those who may see them, and counted only for them', async () => {
    const friend = await app.signIn()
    const outsider = await app.signIn()
    const createdAt = new Date().toISOString()
    await app.services.db
      .insertInto('friendships')
      .values([
        { userId: mara.id, friendId: friend.id, createdAt },
        { userId: friend.id, friendId: mara.id, createdAt },
      ])
      .execute()
    for (const visibility of ['private', 'friends', 'members'] as const)
      await mara.call(createPlaylist, { body: { title: `Geheimgang ${visibility}`, visibility } })
    await indexed(app)
    const found = async (caller: Caller, q: string) => {
      const { playlists } = (await searchFor(caller, q, { group: 'playlists', limit: 50 })).groups
      expect(playlists?.total).toBe(playlists?.hits.length)
      return playlists?.hits.map(({ title }) => title.replace('Geheimgang ', '')).toSorted()
    }
    for (const q of ['geheimgang', 'geheimgagn', 'heimg']) {
      expect(await found(mara, q)).toEqual(['friends', 'members', 'private'])
      expect(await found(friend, q)).toEqual(['friends', 'members'])
      expect(await found(outsider, q)).toEqual(['members'])
    }
    expect(await searchFor(outsider, 'privatee', { group: 'playlists' })).toMatchObject({
      groups: { playlists: { total: 0, hits: [] } },
      corrected: null,
      terms: ['privatee'],
    })
  })

  test('a deleted message is not found, also not before the index knows it', async () => {
    const { message } = await mara.call(postMessage, { body: { message: 'Quittenbrot' } })
    await indexed(app)
    expect((await searchFor(mara, 'quittenbrot')).groups.messages?.total).toBe(1)
    // So many changes are indexed in the background, one after the other.
    const before = Array.from({ length: 4000 }, (_, index) => ({ kind: 'artist', ref: `gone-${index}` }))
    for (let start = 0; start < before.length; start += 400)
      await app.services.db
        .insertInto('searchChanges')
        .values(before.slice(start, start + 400))
        .execute()
    await mara.call(deleteMessage, { params: { id: message.id } })
    expect((await searchFor(mara, 'quittenbrot')).groups.messages).toEqual({ hits: [], total: 0 })
    await indexed(app)
    expect((await searchFor(mara, 'quittenbrot')).groups.messages).toEqual({ hits: [], total: 0 })
    expect(await app.services.db.selectFrom('searchWords').select('word').execute()).toEqual([])
    expect(await app.services.db.selectFrom('searchPostings').selectAll().execute()).toEqual([])
  })

  test('members are found as by the search for friends: not oneself, from three characters on, not unverified ones', async () => {
    await app.signIn({ username: 'marabu' })
    await app.signIn({ username: 'marathon', emailVerified: false, hasKey: false })
    const people = async (q: string) =>
      (await searchFor(mara, q)).groups.people?.hits.map(({ username }) => username)
    expect(await people('mara')).toEqual(['marabu'])
    expect(await people('marbau')).toEqual(['marabu'])
    expect(await people('mraa')).toEqual([])
    expect(await people('ma')).toEqual([])
  })

  test('what a deleted account has written stays in the chat and is found, its playlists go', async () => {
    const other = await app.signIn()
    await other.call(postMessage, { body: { message: 'Abschiedsbrief' } })
    await other.call(createPlaylist, { body: { title: 'Abschiedsbrief', visibility: 'members' } })
    await indexed(app)
    await other.call(deleteAccount, { body: { password: other.password } })
    await indexed(app)
    const { groups } = await searchFor(mara, 'abschiedsbrief')
    expect(groups.playlists?.total).toBe(0)
    expect(groups.messages).toMatchObject({
      total: 1,
      hits: [{ author: { username: '', displayName: 'Gelöschter Benutzer' } }],
    })
  })
})

describe('the best hits are first', () => {
  test('titles that begin with the search, then whole words, then beginnings, then parts of words', async () => {
    await addSongs('Hängebrücke', 'Ein Brückentag', 'Alte Brücke', 'Brücke am Kai', 'Brücke', 'Kai')
    const order = ['Brücke', 'Brücke am Kai', 'Alte Brücke', 'Ein Brückentag', 'Hängebrücke']
    expect(await songs('brücke', { limit: 10 })).toEqual(order)
    expect((await songs('bruecke', { limit: 10 })).toSorted()).toEqual(order.toSorted())
    expect((await songs('brück', { limit: 10 })).toSorted()).toEqual(order.toSorted())
    expect(await songs('KAI brücke')).toEqual(['Brücke am Kai'])
  })

  test('songs with all words in their title before those with a word in album or artist only', async () => {
    await addPlayableAlbums(app, [
      { title: 'Hafen', tracks: ['Winter', 'Winter am Hafen', 'Hafen im Winter'] },
      { title: 'Sommer', artists: ['Hafenchor'], tracks: ['Winter'] },
    ])
    await indexed(app)
    const titles = ['Winter am Hafen', 'Hafen im Winter', 'Winter']
    expect(await songs('hafen winter')).toEqual(titles)
    expect(await songs('winter hafen', { limit: 10 })).toEqual([...titles, 'Winter'])
    expect(await songs('wintre hafen', { limit: 10 })).toEqual([...titles, 'Winter'])
  })

  test('pages of a group continue each other, whatever their size', async () => {
    await addSongs(
      ...Array.from({ length: 40 }, (_, index) =>
        index % 3 === 0 ? `Nacht ${index}` : `Die ${index}. Nacht${index % 2 === 0 ? 'fahrt' : ''}`,
      ),
    )
    const whole = await songs('nacht', { group: 'songs', limit: 50 })
    expect(whole).toHaveLength(40)
    const pages: string[] = []
    for (let offset = 0; offset < 40; offset += 7)
      pages.push(...(await songs('nacht', { group: 'songs', limit: 7, offset })))
    expect(pages).toEqual(whole)
    expect(await songs('nacht')).toEqual(whole.slice(0, 3))
    expect((await searchFor(mara, 'nacht')).groups.songs?.total).toBe(40)
  })

  test('hits are counted up to a limit', async () => {
    const strophes = Array.from({ length: 200 }, (_, index) => `Strophe ${index}`)
    await addPlayableAlbums(
      app,
      ['eins', 'zwei', 'drei'].map((title) => ({ title, tracks: strophes })),
    )
    await indexed(app)
    expect((await searchFor(mara, 'strophe')).groups.songs).toMatchObject({ total: SEARCH_COUNTED })
  })

  test('a song is found by its artist and album too, but not by these alone', async () => {
    await addPlayableAlbums(app, [
      { title: 'Hinterhof', artists: ['Kolja Brandt'], tracks: ['Treppe', 'Keller'] },
      { title: 'Vorderhaus', tracks: ['Treppe'] },
    ])
    await indexed(app)
    const found = async (q: string) =>
      (await searchFor(mara, q)).groups.songs?.hits.map(({ title, album }) => `${title}, ${album}`)
    expect(await found('treppe')).toEqual(['Treppe, Hinterhof', 'Treppe, Vorderhaus'])
    expect(await found('kolja treppe')).toEqual(['Treppe, Hinterhof'])
    expect(await found('treppe vorderhaus')).toEqual(['Treppe, Vorderhaus'])
    expect(await found('hinterhof')).toEqual([])
  })

  test('of equal names those that were added first', async () => {
    const admin = await app.signIn({ isAdmin: true })
    const albums = (...titles: string[]) =>
      titles.map((title) => ({ title, tracks: ['Kran', 'Neuer Kran', 'Kran'] }))
    // Neither by the title of the album, nor by what was changed last.
    await addPlayableAlbums(app, albums('Zeche', 'Ähre', 'Moor'))
    await indexed(app)
    await addPlayableAlbums(app, albums('Bucht'))
    for (const name of ['Öl', 'Ol'])
      await addPlayableAlbums(app, [{ title: name, artists: [name], tracks: [name] }])
    await indexed(app)
    for (const [title, albumTitel] of [
      ['Ähre', 'Acker'],
      ['Acker', 'Ähre'],
    ] as const) {
      await admin.call(updateAlbum, { params: { albumTitel: title }, body: { albumTitel } })
      await indexed(app)
    }
    const found = async (q: string, limit = 20) => {
      const { groups } = await searchFor(mara, q, { group: 'songs', limit })
      return groups.songs?.hits.map(({ title, album }) => `${title}, ${album}`)
    }
    const places = ['Zeche', 'Ähre', 'Moor', 'Bucht']
    const equal = places.flatMap((album) => [`Kran, ${album}`, `Kran, ${album}`])
    const longer = places.map((album) => `Neuer Kran, ${album}`)
    expect(await found('kran')).toEqual([...equal, ...longer])
    expect(await found('kran', 5)).toEqual(equal.slice(0, 5))
    expect(await found('neuer kran')).toEqual(longer)
    expect(await found('kran neuer')).toEqual(longer)
    expect(await found('krann')).toEqual([...equal, ...longer])
    const { groups } = await searchFor(mara, 'öl')
    expect(groups.songs?.hits.map(({ title }) => title)).toEqual(['Öl', 'Ol'])
    expect(groups.albums?.hits.map(({ albumTitel }) => albumTitel)).toEqual(['Öl', 'Ol'])
    expect(groups.artists?.hits.map(({ name }) => name)).toEqual(['Öl', 'Ol'])
  })
})

describe('misspelt words', () => {
  test('are found with one slip in four to seven letters and two in more, and not with more slips', async () => {
    const found: [title: string, search: string][] = [
      ['Mond', 'Mnd'],
      ['Mond', 'Mondd'],
      ['Mond', 'Mord'],
      ['Mond', 'Modn'],
      ['Löffel', 'Loefel'],
      ['Nordlicht', 'nordlict'],
      ['Nordlicht', 'nordilcht'],
      ['Nordlicht', 'nrodlihct'],
      ['Nordlicht', 'norlic'],
      ['Kran über Kassel', 'kan ueber kasel'],
      ['Straßenbahn', 'strasenban'],
      ['Grüße', 'Grüse'],
    ]
    const missed = ['Ohr', 'Rnad', 'Latrnee', 'Nrdlihtc Uhr', 'Grüse Mnod']
    await addSongs(...new Set(found.map(([title]) => title)), 'Uhr', 'Laterne')
    const results: [string | undefined, string][] = []
    for (const [, search] of found) results.push([(await songs(search))[0], search])
    expect(results).toEqual(found)
    for (const search of missed) expect({ search, found: await songs(search) }).toEqual({ search, found: [] })
  })

  test('are found also where they are a part of another word', async () => {
    await addSongs('Alte Band', 'Alte Sandbank', 'Neue Rutsche')
    // Behind those that contain the word as it was entered.
    expect(await songs('alte bank')).toEqual(['Alte Sandbank', 'Alte Band'])
    expect(await songs('alte bank', { exact: '1' })).toEqual(['Alte Sandbank'])
    expect((await searchFor(mara, 'alte bank')).corrected).toBeNull()
    expect((await searchFor(mara, 'neue rutshe')).corrected).toBe('neue rutsche')
  })

  test('are corrected as the hits are written, and only if nothing contains them as they are', async () => {
    await addSongs('Grüße aus Kassel', 'Nordlicht')
    expect(await searchFor(mara, 'Grüse aus Kasel')).toMatchObject({
      corrected: 'grüße aus kassel',
      terms: expect.arrayContaining(['grusse', 'kassel']),
    })
    expect(await searchFor(mara, 'nordlict', { exact: '1' })).toMatchObject({
      groups: { songs: { total: 0 } },
      corrected: null,
    })
    await mara.call(createPlaylist, { body: { title: 'Nordlict' } })
    await indexed(app)
    const { groups, corrected } = await searchFor(mara, 'nordlict')
    expect(groups).toMatchObject({ playlists: { total: 1 }, songs: { total: 0 } })
    expect(corrected).toBeNull()
  })
})

describe('the index follows', () => {
  test('songs and albums that are added, renamed and deleted, by whatever changes them', async () => {
    const admin = await app.signIn({ isAdmin: true })
    const album = await addSongs('Treppe', '[FEHLT] Fenster')
    expect(await songs('treppe')).toEqual(['Treppe'])
    expect(await songs('fenster')).toEqual([])
    const params = { albumTitel: 'Werkschau' }
    await admin.call(updateAlbum, { params, body: { albumTitel: 'Rückblick' } })
    const trackId = album?.tracks[0]?.id ?? ''
    await app.services.db.updateTable('tracks').set({ title: 'Geländer' }).where('id', '=', trackId).execute()
    await indexed(app)
    expect(await songs('treppe')).toEqual([])
    expect(await songs('geländer rückblick')).toEqual(['Geländer'])
    expect(await songs('geländer werkschau')).toEqual([])
    expect((await searchFor(mara, 'rückblick')).groups.albums?.total).toBe(1)
    await admin.call(deleteTrack, { params: { id: trackId } })
    expect(await songs('geländer')).toEqual([])
    await admin.call(deleteAlbum, { params: { albumTitel: 'Rückblick' } })
    await indexed(app)
    expect((await searchFor(mara, 'rückblick')).groups.albums?.total).toBe(0)
    expect(await app.services.db.selectFrom('searchDocuments').select('ref').execute()).toEqual([])
    expect(await app.services.db.selectFrom('searchWords').select('word').execute()).toEqual([])
  })

  test('what was changed a moment ago, for the next search', async () => {
    // It waits for the index, but not for ever: on a busy machine it is one of the next searches.
    const next = async (q: string, total: number) =>
      eventually(async () => {
        const { playlists, messages } = (await searchFor(mara, q)).groups
        expect((playlists?.total ?? 0) + (messages?.total ?? 0)).toBe(total)
      })
    await mara.call(postMessage, { body: { message: 'Quittenbrot' } })
    await next('quittenbrot', 1)
    const { playlist } = await mara.call(createPlaylist, { body: { title: 'Frühstück' } })
    await next('frühstück', 1)
    await mara.call(updatePlaylist, { params: { id: playlist.id }, body: { title: 'Abendbrot' } })
    await next('frühstück', 0)
    await next('abendbrot', 1)
  })

  test('many changes in small transactions, between which others write', async () => {
    const { db } = app.services
    const words = Array.from({ length: 60 }, (_, index) => `wort${index}`).join(' ')
    const messages = Array.from({ length: 120 }, (_, index) => ({
      id: `m${index}`,
      userId: mara.id,
      content: `${words} nummer${index}`,
      mentions: '[]',
      clientId: null,
      deletedAt: null,
      createdAt: '2026-01-01T00:00:00.000Z',
    }))
    await db.insertInto('chatMessages').values(messages).execute()
    const left = async () =>
      (await db.selectFrom('searchChanges').select('id').where('kind', '=', 'message').execute()).length
    expect(await left()).toBe(120)
    const searching = searchFor(mara, 'wort7')
    let writes = 0
    while ((await left()) > 0) {
      await db.insertInto('searchChanges').values({ kind: 'artist', ref: 'gone' }).execute()
      writes += 1
      await yieldToEventLoop()
    }
    // One before, between and after any two of twelve transactions; with a single one it would be two.
    expect(writes).toBeGreaterThan(4)
    await searching
    await indexed(app)
    expect((await searchFor(mara, 'nummer119')).groups.messages?.total).toBe(1)
  })

  test('new words, also for a search that was made before they were there', async () => {
    for (const q of ['kräute', 'räuterg', 'krutergarten']) expect(await songs(q)).toEqual([])
    await addSongs('Kräutergarten')
    for (const q of ['kräute', 'räuterg', 'krutergarten']) expect(await songs(q)).toEqual(['Kräutergarten'])
  })

  test('playlists that are renamed and deleted', async () => {
    const { playlist } = await mara.call(createPlaylist, { body: { title: 'Frühstück' } })
    const params = { id: playlist.id }
    await mara.call(updatePlaylist, { params, body: { title: 'Abendbrot' } })
    await indexed(app)
    expect((await searchFor(mara, 'frühstück')).groups.playlists?.total).toBe(0)
    expect((await searchFor(mara, 'abendbrot')).groups.playlists?.total).toBe(1)
    await mara.call(deletePlaylist, { params })
    expect((await searchFor(mara, 'abendbrot')).groups.playlists).toEqual({ hits: [], total: 0 })
  })

  test('changes of another process, whose new words are misspelt here', async () => {
    const hub = memoryHub()
    const first = await startApp({}, { hub })
    const second = await startApp({}, { hub, beside: first })
    const [here, there] = [await first.signIn(), await second.signIn()]
    for (const [word, misspelt] of [
      ['Zwieback', 'zwibeack'],
      ['Kompott', 'kommpott'],
      ['Marmelade', 'marmelde'],
    ] as const) {
      await there.call(postMessage, { body: { message: word } })
      await eventually(async () => {
        const { groups, corrected } = await searchFor(here, misspelt)
        expect(groups.messages?.hits.map(({ content }) => content)).toEqual([word])
        expect(corrected).toBe(word.toLowerCase())
      })
    }
  })
})

describe('odd input', () => {
  test.each([
    ['', 'Bitte gib ein, wonach du suchst'],
    [' \u200b ', 'Bitte gib ein, wonach du suchst'],
    ['x'.repeat(101), 'Die Suche darf höchstens 100 Zeichen lang sein'],
    ['ü'.repeat(300), 'Die Suche darf höchstens 100 Zeichen lang sein'],
  ])('%j is rejected in German', async (q, text) => {
    const { status, body } = await mara.refusal(searchEverything, { query: { q } })
    expect({ status, fields: body.fields }).toEqual({ status: 400, fields: { q: text } })
  })

  test('a text of 100,000 characters is rejected without work on it', async () => {
    const { status, body } = await mara.refusal(searchEverything, { query: { q: 'a'.repeat(100_000) } })
    expect({ status, text: body.error }).toEqual({ status: 431, text: 'Die Anfrage ist zu groß' })
  })

  test('no character has a meaning besides its letters', async () => {
    await addSongs('Kran')
    const odd = [
      '"',
      "'",
      '%',
      '_',
      '*',
      'OR',
      'a OR b',
      '(',
      ';--',
      '😀',
      '日',
      '\\',
      '1 2 3 4 5 6 7 8 9 10 11',
    ]
    for (const q of odd) expect({ q, found: await songs(q) }).toEqual({ q, found: [] })
  })

  test('unknown groups, limits and offsets are rejected, and a page behind the end is empty', async () => {
    await addSongs('Kran')
    const wrong: Record<string, string>[] = [
      { group: 'alles' },
      { limit: '51' },
      { limit: '0' },
      { offset: '501' },
      { exact: '2' },
    ]
    for (const query of wrong)
      expect((await mara.refusal(searchEverything, { query: { q: 'kran', ...query } })).status).toBe(400)
    const { groups } = await searchFor(mara, 'kran', { group: 'songs', offset: 400 })
    expect(groups.songs).toEqual({ hits: [], total: 1 })
  })
})
