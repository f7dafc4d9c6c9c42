import {
  ALBUM_SORTS,
  type AlbumSort,
  findAlbumOffset,
  getAlbum,
  listAlbumMarks,
  listAlbums,
  listSongs,
} from '@tonarchiv/contract/catalog'
import { updateAlbum } from '@tonarchiv/contract/archive-editing'
import { keyRequired } from '@tonarchiv/contract/refusal'
import { beforeEach, describe, expect, test } from 'vitest'
import { operator } from '#features/audit-log/index.ts'
import { addByForm } from '#testing/album-forms.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'
import { addAlbums, type NewAlbum } from '../edit/add-albums.ts'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
})

/** Adds albums without files, the last title becomes the first in the list. */
async function addTitles(
  ...albums: readonly (Partial<Omit<NewAlbum, 'tracks'>> & { title: string; tracks?: string[] })[]
) {
  const whole = albums.map(({ title, type = 'album', releaseYear = 2020, tracks = ['x'] }): NewAlbum => ({
    title,
    type,
    releaseYear,
    isExclusive: false,
    tracks: tracks.map((track) => ({ title: track })),
  }))
  await addAlbums(app.services, operator, whole)
}

type Query = Parameters<typeof find>[0]
async function find(query: {
  search?: string
  year?: number
  type?: NewAlbum['type']
  sort?: AlbumSort
  limit?: number
  offset?: number
  track?: string
}) {
  const member = await app.signIn()
  const page = await member.call(listAlbums, { query })
  return { ...page, titles: page.albums.map(({ albumTitel }) => albumTitel) }
}
const titlesOf = async (query: Query) => (await find(query)).titles

describe('a search finds', () => {
  test.each<[search: string, titles: string[]]>([
    ['ßen', ['Straßen']],
    ['strassen', ['Straßen']],
    ['STRASS', ['Straßen']],
    ['größe', ['Größe']],
    ['grosse', ['Größe']],
    ['groesse', ['Größe']],
    ['gro\u0308ße', ['Größe']],
    ['rge', ['Ärger']],
    ['ärger', ['Ärger']],
    ['aerger', ['Ärger']],
    ['arger', ['Ärger']],
    ['cafe', ['Café del Mar']],
    ['é del m', ['Café del Mar']],
    ['100%', ['100% "Live" \\ _x_']],
    ['%', ['100% "Live" \\ _x_']],
    ['_', ['100% "Live" \\ _x_']],
    ['\\', ['100% "Live" \\ _x_']],
    ['"live"', ['100% "Live" \\ _x_']],
    ['"', ['100% "Live" \\ _x_']],
    ["'", ["It's"]],
    ["t's", ["It's"]],
    ['* OR a', []],
    ['words:a', []],
    ['mitternacht', ['Straßen']],
    ['q', ['Q']],
    ['ä', ['Ärger', 'Café del Mar', 'Straßen']],
    ['ae', ['Ärger']],
    ['ß', ['Größe', 'Straßen']],
    ['ss', ['Größe', 'Straßen']],
    ['öß', ['Größe']],
    ['日', ['日本']],
    ['日本', ['日本']],
    ['   ', ['100% "Live" \\ _x_', 'Café del Mar', "It's", 'Q', 'Ärger', 'Größe', 'Straßen', '日本']],
    ['  größe  ', ['Größe']],
    ['gibt es nicht', []],
    ['nachtc', []],
  ])('%j', async (search, titles) => {
    await addTitles(
      { title: 'Straßen', tracks: ['Mitternacht', 'Chor'] },
      { title: 'Größe', tracks: ['Eins'] },
      { title: 'Ärger', tracks: ['Zwei'] },
      { title: 'Café del Mar', tracks: ['Drei'] },
      { title: '100% "Live" \\ _x_', tracks: ['Vier'] },
      { title: "It's", tracks: ['Vier'] },
      { title: 'Q', tracks: ['Vier'] },
      { title: '日本', tracks: ['Vier'] },
    )
    const page = await find({ search })
    expect(page.titles.toSorted((a, b) => a.localeCompare(b, 'de'))).toEqual(
      titles.toSorted((a, b) => a.localeCompare(b, 'de')),
    )
    expect(page.total).toBe(titles.length)
  })

  test.each<[search: string, titles: string[]]>([
    ['süd nord', ['Nordlicht Süd', 'Nordwand']],
    ['SUED  nord', ['Nordlicht Süd', 'Nordwand']],
    ['licht süd', ['Nordlicht Süd']],
    ['d sü nord', ['Nordlicht Süd', 'Nordwand']],
    ['ö ch', ['Chöre', 'Nordlicht Süd']],
    ['öre ch', ['Chöre']],
    ['äh nah', ['Nähe']],
    ['süd nord ost', ['Nordwand']],
    ['nord west', []],
    ['a b c d e f g h i j k l m', []],
  ])('words in any order and in any of the titles: %j', async (search, titles) => {
    await addTitles(
      { title: 'Nordlicht Süd', tracks: ['Abfahrt'] },
      { title: 'Nordwand', tracks: ['Südseite', 'Ostgrat'] },
      { title: 'Südwind', tracks: ['Eins'] },
      { title: 'Chöre', tracks: ['Zwei'] },
      { title: 'Nähe', tracks: ['Zwei'] },
    )
    const page = await find({ search })
    expect(page.titles.toSorted()).toEqual(titles)
    expect(page.total).toBe(titles.length)
    expect((await find({ search, sort: 'title' })).titles).toEqual(titles)
    expect((await find({ search, type: 'album', year: 2020 })).titles.toSorted()).toEqual(titles)
    expect(await find({ search, type: 'ep' })).toMatchObject({ titles: [], total: 0 })
  })

  test('in the order of the list, page by page, with the right total', async () => {
    await addTitles(
      ...Array.from({ length: 60 }, (_, index) => ({
        title: `Nacht ${index} ${index % 3 === 0 ? 'Fest' : 'Tag'}`,
      })),
    )
    for (const search of ['Fest', 'Fe', 'F']) {
      const expected = Array.from({ length: 60 }, (_, index) => 59 - index)
        .filter((index) => index % 3 === 0)
        .map((index) => `Nacht ${index} Fest`)
      const found: string[] = []
      for (let offset = 0; offset < 25; offset += 7) {
        const page = await find({ search, offset, limit: 7 })
        expect(page.total).toBe(20)
        found.push(...page.titles)
      }
      expect(found).toEqual(expected)
      expect((await find({ search, offset: 50 })).total).toBe(20)
      expect(await titlesOf({ search, sort: 'newest', limit: 2 })).toEqual(expected.slice(0, 2))
    }
  })

  test('only within the type and year filter', async () => {
    await addTitles(
      { title: 'Nacht eins', type: 'ep', releaseYear: 2001 },
      { title: 'Nacht zwei', type: 'ep', releaseYear: 2002 },
      { title: 'Nacht drei', type: 'single', releaseYear: 2001 },
      { title: 'Nacht vier', type: 'single', releaseYear: null },
      { title: 'Tag', type: 'ep', releaseYear: 2001 },
    )
    for (const search of ['nacht', 'na', 'n']) {
      expect(await titlesOf({ search, type: 'ep' })).toEqual(['Nacht zwei', 'Nacht eins'])
      expect(await titlesOf({ search, year: 2001 })).toEqual(['Nacht drei', 'Nacht eins'])
      expect(await find({ search, year: 2001, type: 'single' })).toMatchObject({
        titles: ['Nacht drei'],
        total: 1,
      })
      expect(await find({ search, year: 1999 })).toMatchObject({ titles: [], total: 0 })
    }
    expect(await titlesOf({ search: 'nä', year: 2001 })).toEqual(['Nacht drei', 'Nacht eins'])
    expect(await find({ year: 2001 })).toMatchObject({
      titles: ['Tag', 'Nacht drei', 'Nacht eins'],
      total: 3,
    })
    expect(await find({ type: 'single' })).toMatchObject({ titles: ['Nacht vier', 'Nacht drei'], total: 2 })
    expect(await find({ type: 'ep', year: 2001 })).toMatchObject({ titles: ['Tag', 'Nacht eins'], total: 2 })
    expect(await titlesOf({ type: 'ep', sort: 'newest', limit: 1 })).toEqual(['Tag'])
  })
})

describe('the list', () => {
  test('is read in pages without gaps or duplicates, however far apart the pages are', async () => {
    await addTitles(...Array.from({ length: 300 }, (_, index) => ({ title: `Album ${299 - index}` })))
    const titlesFrom = (offset: number, limit: number) =>
      Array.from({ length: Math.min(limit, 300 - offset) }, (_, index) => `Album ${offset + index}`)
    for (const offset of [0, 15, 150, 285, 290, 100, 99, 101, 0, 200]) {
      const page = await find({ offset })
      expect(page.titles).toEqual(titlesFrom(offset, 15))
      expect(page.total).toBe(300)
    }
    expect((await find({ limit: 100, offset: 220 })).titles).toEqual(titlesFrom(220, 100))
    expect(await find({ offset: 300 })).toMatchObject({ titles: [], total: 300 })
  })

  test('contains the numbers of albums by type and the years, after each change', async () => {
    const admin = await app.signIn({ isAdmin: true })
    await addTitles(
      { title: 'a', type: 'ep', releaseYear: 2001 },
      { title: 'b', type: 'ep', releaseYear: 2005 },
      { title: 'c', type: 'single', releaseYear: null },
    )
    expect(await find({ search: 'gibt es nicht' })).toMatchObject({
      total: 0,
      counts: { album: 0, single: 1, ep: 2, feature: 0, unreleased: 0, loosies: 0 },
      years: [2005, 2001],
    })
    await admin.call(updateAlbum, {
      params: { albumTitel: 'b' },
      body: { type: 'feature', releaseJahr: 'unknown' },
    })
    expect(await find({})).toMatchObject({
      total: 3,
      counts: { album: 0, single: 1, ep: 1, feature: 1, unreleased: 0, loosies: 0 },
      years: [2001],
    })
  })

  test('finds the album of a track by its file name or id', async () => {
    const admin = await app.signIn({ isAdmin: true })
    const album = await addByForm(admin, { albumTitel: 'Dieses' })
    await addByForm(admin, { albumTitel: 'Jenes' })
    expect(await find({ track: album.tracks[0]?.file ?? '' })).toMatchObject({ titles: ['Dieses'], total: 1 })
    expect(await find({ track: album.tracks[0]?.id ?? '' })).toMatchObject({ titles: ['Dieses'], total: 1 })
    expect(await find({ track: 'gibt-es-nicht.mp3' })).toMatchObject({ titles: [], total: 0 })
  })

  test.each(['limit=1&limit=9', 'limit=0', 'offset=-1', 'year=x', 'type=lp', `search=${'x'.repeat(101)}`])(
    'refuses %s',
    async (query) => {
      const { token } = await app.signIn()
      const response = await app.fetch(`/albums?${query}`, { headers: { authorization: `Bearer ${token}` } })
      expect(response.status).toBe(400)
    },
  )
})

describe('sorted', () => {
  const mixed = () =>
    addTitles(
      { title: 'Öde', releaseYear: 2001 },
      { title: 'zuletzt', releaseYear: 2010, type: 'ep' },
      { title: '„Ofen“', releaseYear: null },
      { title: 'Ort 10', releaseYear: 2001 },
      { title: 'Ort 9', releaseYear: 2010 },
      { title: 'Straße', releaseYear: 1999 },
      { title: 'Strasse 2', releaseYear: 1999, type: 'ep' },
      { title: '2 Seiten', releaseYear: 2001 },
      { title: '日本', releaseYear: null, type: 'ep' },
    )
  const byTitle = ['2 Seiten', 'Öde', '„Ofen“', 'Ort 9', 'Ort 10', 'Straße', 'Strasse 2', 'zuletzt', '日本']
  const byYear = ['Ort 9', 'zuletzt', '2 Seiten', 'Öde', 'Ort 10', 'Straße', 'Strasse 2', '„Ofen“', '日本']

  test('by title in German dictionary order, and by year with the newest first', async () => {
    await mixed()
    expect(await titlesOf({ sort: 'title' })).toEqual(byTitle)
    expect(await titlesOf({ sort: 'year' })).toEqual(byYear)
    expect(await titlesOf({ sort: 'title', type: 'ep' })).toEqual(['Strasse 2', 'zuletzt', '日本'])
    expect(await titlesOf({ sort: 'year', type: 'ep' })).toEqual(['zuletzt', 'Strasse 2', '日本'])
    expect(await titlesOf({ sort: 'year', year: 2001 })).toEqual(['2 Seiten', 'Öde', 'Ort 10'])
    expect(await titlesOf({ sort: 'title', year: 1999, type: 'ep' })).toEqual(['Strasse 2'])
    const preview = await app.signIn({ hasKey: false })
    for (const [sort, titles] of [
      ['title', byTitle],
      ['year', byYear],
    ] as const) {
      const { albums } = await preview.call(listAlbums, { query: { sort } })
      expect(albums.map(({ albumTitel }) => albumTitel)).toEqual(titles)
    }
  })

  test('in pages without gaps or duplicates, in every order, however far apart the pages are', async () => {
    const numbers = Array.from({ length: 300 }, (_, index) => (index * 7919) % 300)
    await addTitles(
      ...numbers.map((number) => ({ title: `Album ${number}`, releaseYear: 1900 + (number % 150) })),
    )
    const sorted: Record<AlbumSort, string[]> = {
      title: Array.from({ length: 300 }, (_, index) => `Album ${index}`),
      newest: numbers.toReversed().map((number) => `Album ${number}`),
      year: Array.from({ length: 150 }, (_, index) => 149 - index).flatMap((number) => [
        `Album ${number}`,
        `Album ${number + 150}`,
      ]),
    }
    for (const sort of ALBUM_SORTS) {
      const titles = sorted[sort]
      for (const offset of [0, 15, 150, 285, 290, 100, 99, 101, 0, 200]) {
        const page = await find({ offset, sort })
        expect(page.titles).toEqual(titles.slice(offset, offset + 15))
        expect(page.total).toBe(300)
      }
    }
  })

  test('as soon as an album is renamed or gets another year', async () => {
    const admin = await app.signIn({ isAdmin: true })
    await mixed()
    await admin.call(updateAlbum, {
      params: { albumTitel: 'zuletzt' },
      body: { albumTitel: 'Anfang', releaseJahr: 1950 },
    })
    expect((await titlesOf({ sort: 'title' })).slice(0, 3)).toEqual(['2 Seiten', 'Anfang', 'Öde'])
    expect((await titlesOf({ sort: 'year' })).slice(-3)).toEqual(['Anfang', '„Ofen“', '日本'])
  })

  test('with the offset of each letter and year', async () => {
    await mixed()
    const member = await app.signIn()
    const marks = async (query: Parameters<typeof member.call<typeof listAlbumMarks>>[1]['query']) =>
      (await member.call(listAlbumMarks, { query })).marks.map(({ label, offset }) => `${label} ${offset}`)
    expect(await marks({ sort: 'title' })).toEqual(['# 0', 'O 1', 'S 5', 'Z 7', '… 8'])
    expect(await marks({ sort: 'title', type: 'ep' })).toEqual(['S 0', 'Z 1', '… 2'])
    expect(await marks({ sort: 'title', year: 2001 })).toEqual(['# 0', 'O 1'])
    expect(await marks({ sort: 'year' })).toEqual(['2010 0', '2001 2', '1999 5', 'unknown 7'])
    expect(await marks({ sort: 'year', type: 'ep' })).toEqual(['2010 0', '1999 1', 'unknown 2'])
    await addTitles({ title: 'Aal', releaseYear: 2011 })
    expect(await marks({ sort: 'title' })).toEqual(['# 0', 'A 1', 'O 2', 'S 6', 'Z 8', '… 9'])
    expect((await marks({ sort: 'year' }))[0]).toBe('2011 0')
  })

  test('with the offset of each album in each list', async () => {
    await mixed()
    const member = await app.signIn()
    const offsetOf = async (query: Parameters<typeof member.call<typeof findAlbumOffset>>[1]['query']) =>
      (await member.call(findAlbumOffset, { query })).offset
    for (const sort of ['title', 'year', 'newest', undefined] as const) {
      const query = sort === undefined ? {} : { sort }
      const titles = await titlesOf(query)
      for (const [offset, album] of titles.entries()) expect(await offsetOf({ ...query, album })).toBe(offset)
    }
    expect(await offsetOf({ album: 'Strasse 2', sort: 'title', type: 'ep' })).toBe(0)
    expect(await offsetOf({ album: 'Ort 10', year: 2001 })).toBe(1)
    expect(await offsetOf({ album: 'Ort 10', type: 'ep' })).toBeNull()
    expect(await offsetOf({ album: 'Gibt es nicht' })).toBeNull()
  })
})

describe('an album is opened by its title', () => {
  test.each([
    'a/b',
    '50%',
    '100%25',
    '"zitiert"',
    'a..b',
    '../x',
    'Größe',
    'Fragen?',
    '#1',
    'a+b',
    'x&y=z',
    "'",
    'é',
    '日本',
    'a'.repeat(200),
  ])('%s', async (title) => {
    await addTitles({ title })
    const member = await app.signIn()
    const { album } = await member.call(getAlbum, { params: { albumTitel: title } })
    expect(album.albumTitel).toBe(title)
  })

  test('ignoring case and Unicode composition, and by its id', async () => {
    await addTitles({ title: 'Größe' })
    const member = await app.signIn()
    const { album } = await member.call(getAlbum, { params: { albumTitel: 'GRO\u0308SSE' } })
    expect(album.albumTitel).toBe('Größe')
    expect(await member.call(getAlbum, { params: { albumTitel: album.albumId } })).toEqual({ album })
    expect((await member.refusal(getAlbum, { params: { albumTitel: 'Kleine' } })).status).toBe(404)
  })
})

describe('without a key a member', () => {
  test('sees the first twenty albums without files, and counts only those', async () => {
    const admin = await app.signIn({ isAdmin: true })
    await addTitles(
      ...Array.from({ length: 24 }, (_, index) => ({
        title: `Alt ${index}`,
        releaseYear: 1990 + index,
        type: 'ep' as const,
      })),
    )
    await addByForm(admin, { albumTitel: 'Neu', releaseJahr: 2020, type: 'single' })
    const member = await app.signIn({ hasKey: false })
    const page = await member.call(listAlbums, { query: { limit: 100 } })
    expect(page.albums).toHaveLength(20)
    expect(page.albums[0]?.albumTitel).toBe('Neu')
    expect(JSON.stringify(page)).not.toContain('"file"')
    expect(page).toMatchObject({ total: 20, counts: { single: 1, ep: 19, album: 0 } })
    expect(page.years).toEqual([2020, ...Array.from({ length: 19 }, (_, index) => 2013 - index)])
    expect((await member.call(listAlbums, { query: { offset: 15 } })).albums).toHaveLength(5)
    expect((await member.call(listAlbums, { query: { offset: 20 } })).albums).toEqual([])
  })

  test('searches and filters only among those', async () => {
    await addTitles({ title: 'Verborgen', tracks: ['Größe'] })
    await addTitles(
      ...Array.from({ length: 20 }, (_, index) => ({ title: `Sichtbar ${index}`, tracks: ['Straßen'] })),
    )
    const member = await app.signIn({ hasKey: false })
    const search = async (text: string) => (await member.call(listAlbums, { query: { search: text } })).total
    expect(await search('Verborgen')).toBe(0)
    expect(await search('groesse')).toBe(0)
    expect(await search('ßen')).toBe(20)
    expect(await search('bar 1')).toBe(11)
    expect((await member.call(listAlbums, { query: { year: 1999 } })).total).toBe(0)
    const newest = await member.call(listAlbums, { query: { sort: 'newest', limit: 1 } })
    expect(newest.albums[0]?.albumTitel).toBe('Sichtbar 19')
  })

  test('opens those, gets no information about others, and gets no songs', async () => {
    const admin = await app.signIn({ isAdmin: true })
    await addTitles({ title: 'Verborgen' })
    const album = await addByForm(admin, { albumTitel: 'Sichtbar 0' })
    await addTitles(...Array.from({ length: 19 }, (_, index) => ({ title: `Sichtbar ${index + 1}` })))
    const member = await app.signIn({ hasKey: false })
    const opened = await member.call(getAlbum, { params: { albumTitel: 'sichtbar 0' } })
    expect(opened.album.albumId).toBe(album.albumId)
    expect(JSON.stringify(opened)).not.toContain('"file"')
    for (const albumTitel of ['Verborgen', 'Gibt es nicht']) {
      const { body } = await member.refusal(getAlbum, { params: { albumTitel } })
      expect(body).toMatchObject({ code: keyRequired.code, error: keyRequired.text })
    }
    expect((await member.refusal(listSongs, { query: {} })).body.code).toBe(keyRequired.code)
    const byFile = await member.call(listAlbums, { query: { track: album.tracks[0]?.file ?? '' } })
    expect(byFile.albums.map(({ albumTitel }) => albumTitel)).toEqual(['Sichtbar 0'])
  })

  test('sees an album as soon as it was added, and no longer after it was deleted', async () => {
    const member = await app.signIn({ hasKey: false })
    expect((await member.call(listAlbums, { query: {} })).total).toBe(0)
    await addTitles({ title: 'Neu' })
    expect((await member.call(listAlbums, { query: {} })).total).toBe(1)
  })
})

describe('songs', () => {
  test('are all playable tracks, in archive order', async () => {
    const admin = await app.signIn({ isAdmin: true })
    await addByForm(admin, {
      albumTitel: 'Zweites',
      tracks: ['b1', { title: 'b2' }, 'b3 [FEHLT]', 'b4'],
      cover: 'cover.jpg',
    })
    await addByForm(admin, { albumTitel: 'Erstes', tracks: ['a1', 'a2'], isExclusive: true })
    const member = await app.signIn()
    const { songs, total } = await member.call(listSongs, { query: {} })
    expect(songs.map(({ title }) => title)).toEqual(['a1', 'a2', 'b1', 'b4'])
    expect(total).toBe(4)
    expect(songs[0]).toMatchObject({ artist: 'Erstes', exclusive: true, coverUrl: 'unknown' })
    expect(songs[2]).toMatchObject({
      albumTitle: 'Zweites',
      exclusive: false,
      coverUrl: expect.stringMatching(/^\/api\/cover\//),
      url: `/api/stream/${songs[2]?.file}`,
    })
    const rest = await member.call(listSongs, { query: { offset: 2, limit: 1 } })
    expect(rest.songs.map(({ title }) => title)).toEqual(['b1'])
  })
})
