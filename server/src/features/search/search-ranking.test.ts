import { updateAlbum } from '@tonarchiv/contract/archive-editing'
import { createPlaylist } from '@tonarchiv/contract/playlists'
import { SEARCH_COUNTED } from '@tonarchiv/contract/search'
import { beforeEach, describe, expect, test } from 'vitest'
import { addPlayableAlbums } from '#testing/playable-albums.ts'
import { indexed } from '#testing/search-index.ts'
import { searchFor, startSearching, type Searching } from '#testing/searching.ts'

let app: Searching['app']
let mara: Searching['mara']
let songs: Searching['songs']
let addSongs: Searching['addSongs']
beforeEach(async () => {
  ;({ app, mara, songs, addSongs } = await startSearching())
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
    // The order depends neither on the titles of the albums nor on the time of the last change.
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
    // The title with a similar word comes after the title that contains the word as it was entered.
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
