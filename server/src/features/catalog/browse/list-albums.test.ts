import { getAlbum, listSongs } from '@tonarchiv/contract/catalog'
import { updateAlbum } from '@tonarchiv/contract/archive-editing'
import { describe, expect, test } from 'vitest'
import { addByForm } from '#testing/album-forms.ts'
import { archiveOfTitles } from '#testing/titled-albums.ts'

const { signIn, addTitles, find, fetch: fetchFrom } = archiveOfTitles()

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
    const admin = await signIn({ isAdmin: true })
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
    const admin = await signIn({ isAdmin: true })
    const album = await addByForm(admin, { albumTitel: 'Dieses' })
    await addByForm(admin, { albumTitel: 'Jenes' })
    expect(await find({ track: album.tracks[0]?.file ?? '' })).toMatchObject({ titles: ['Dieses'], total: 1 })
    expect(await find({ track: album.tracks[0]?.id ?? '' })).toMatchObject({ titles: ['Dieses'], total: 1 })
    expect(await find({ track: 'gibt-es-nicht.mp3' })).toMatchObject({ titles: [], total: 0 })
  })

  test.each(['limit=1&limit=9', 'limit=0', 'offset=-1', 'year=x', 'type=lp', `search=${'x'.repeat(101)}`])(
    'refuses %s',
    async (query) => {
      const { token } = await signIn()
      const response = await fetchFrom(`/albums?${query}`, { headers: { authorization: `Bearer ${token}` } })
      expect(response.status).toBe(400)
    },
  )
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
    const member = await signIn()
    const { album } = await member.call(getAlbum, { params: { albumTitel: title } })
    expect(album.albumTitel).toBe(title)
  })

  test('ignoring case and Unicode composition, and by its id', async () => {
    await addTitles({ title: 'Größe' })
    const member = await signIn()
    const { album } = await member.call(getAlbum, { params: { albumTitel: 'GRO\u0308SSE' } })
    expect(album.albumTitel).toBe('Größe')
    expect(await member.call(getAlbum, { params: { albumTitel: album.albumId } })).toEqual({ album })
    expect((await member.refusal(getAlbum, { params: { albumTitel: 'Kleine' } })).status).toBe(404)
  })
})

describe('songs', () => {
  test('are all playable tracks, in archive order', async () => {
    const admin = await signIn({ isAdmin: true })
    await addByForm(admin, {
      albumTitel: 'Zweites',
      tracks: ['b1', { title: 'b2' }, 'b3 [FEHLT]', 'b4'],
      cover: 'cover.jpg',
    })
    await addByForm(admin, { albumTitel: 'Erstes', tracks: ['a1', 'a2'], isExclusive: true })
    const member = await signIn()
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
