import { expect, test } from 'vitest'
import { addPlayableAlbums } from '#testing/playable-albums.ts'
import { indexed } from '#testing/search-index.ts'
import { startMusicApp } from '#testing/opensubsonic/music-app.ts'
import type { RestParameters } from '#testing/opensubsonic/rest-app.ts'

/**
 * Starts the app and waits until the search index contains the whole archive, because a search waits for the index only
 * for a limited time.
 */
async function startSearchedApp() {
  const music = await startMusicApp()
  await indexed(music.app)
  return music
}

/** Searches with `search2` and `search3`, which must find the same. Returns the names of each kind. */
async function searchWith({ client }: Awaited<ReturnType<typeof startMusicApp>>, parameters: RestParameters) {
  const { searchResult3 } = await client.call('search3', parameters)
  const { searchResult2 } = await client.call('search2', parameters)
  const found = namesOf(searchResult3)
  expect(namesOf(searchResult2)).toEqual(found)
  return found
}

function namesOf(result: unknown): Record<'artist' | 'album' | 'song', string[]> {
  const of = (kind: string) => {
    const list: unknown =
      typeof result === 'object' && result !== null ? Reflect.get(result, kind) : undefined
    if (!Array.isArray(list)) throw new Error(`There is no list of ${kind}`)
    return list.map((one: object) => String(Reflect.get(one, 'name') ?? Reflect.get(one, 'title')))
  }
  return { artist: of('artist'), album: of('album'), song: of('song') }
}

test('a search finds artists, albums and songs, also with a slip and with what apps add to words', async () => {
  const music = await startSearchedApp()
  const find = async (query: string) => searchWith(music, { query })
  expect(await find('nordlicht')).toEqual({ artist: [], album: ['Nordlicht'], song: [] })
  expect(await find('ada')).toMatchObject({ artist: ['Ada'] })
  expect(await find('gast')).toEqual({ artist: ['Gast'], album: [], song: ['Gastspiel'] })
  expect(await find('Osterreich*')).toMatchObject({ artist: ['Österreicher'] })
  expect(await find('"Haffen"')).toMatchObject({ song: ['Hafen'] })
  expect(await find('gibtesnicht')).toEqual({ artist: [], album: [], song: [] })
})

test.each(['', '""', ' ', '*'])('the search for %j is everything', async (query) => {
  const music = await startMusicApp()
  expect(await searchWith(music, { query })).toEqual({
    artist: ['99 Wege', 'Ada', 'Bo', 'Österreicher'],
    album: ['99 Wege', 'Nordlicht', 'Sampler', 'Südwind'],
    song: ['Gastspiel', 'Erster', 'Zweiter', 'Hafen', 'Aufbruch', 'Weite <&"> See'],
  })
})

test('everything is read page by page, each kind with its own page, and nothing comes after the end', async () => {
  const music = await startSearchedApp()
  const all = await searchWith(music, { query: '' })
  const part = await searchWith(music, {
    query: '',
    artistCount: 2,
    artistOffset: 1,
    albumCount: 1,
    albumOffset: 3,
    songCount: 3,
    songOffset: 2,
  })
  expect(part).toEqual({
    artist: all.artist.slice(1, 3),
    album: all.album.slice(3, 4),
    song: all.song.slice(2, 5),
  })
  for (const past of [6, 7, 1000, 9_000_000])
    expect((await searchWith(music, { query: '""', songOffset: past })).song).toEqual([])
  const none = await searchWith(music, { query: 'gast', artistCount: 0, albumCount: 0, songCount: 0 })
  expect(none).toEqual({ artist: [], album: [], song: [] })
  expect((await searchWith(music, { query: 'gast', songOffset: 1 })).song).toEqual([])
})

test('the oldest search finds songs by all that is given', async () => {
  const { client } = await startSearchedApp()
  const titles = async (parameters: RestParameters) => {
    const { searchResult } = await client.call('search', parameters)
    return JSON.stringify(searchResult)
  }
  expect(await titles({ title: 'hafen', artist: 'bo' })).toContain('"title":"Hafen"')
  expect(await titles({ any: 'aufbruch' })).toContain('"totalHits":1')
  expect(await titles({})).toBe('{"offset":0,"totalHits":0,"match":[]}')
})

test('songs far down are the same from any page', async () => {
  const music = await startMusicApp()
  await addPlayableAlbums(
    music.app,
    Array.from({ length: 30 }, (_, album) => ({
      title: `Album ${album}`,
      tracks: Array.from({ length: 40 }, (__, track) => `Stück ${album}-${track}`),
    })),
  )
  const page = async (songOffset: number, songCount: number) =>
    (await searchWith(music, { query: '', songOffset, songCount, artistCount: 0, albumCount: 0 })).song
  // A late page is read first, while no earlier page is cached.
  const far = await page(1150, 56)
  expect(far).toHaveLength(56)
  const all = [...(await page(0, 500)), ...(await page(500, 500)), ...(await page(1000, 500))]
  expect(new Set(all).size).toBe(1206)
  expect(all.slice(1150)).toEqual(far)
  expect(await page(773, 5)).toEqual(all.slice(773, 778))
})

test('a search without a text, with negative pages or with a very long text is answered as documented', async () => {
  const { client } = await startMusicApp()
  expect(await client.error('search3')).toBe(10)
  for (const name of ['artistOffset', 'albumCount', 'songOffset'])
    expect([name, await client.error('search3', { query: 'a', [name]: -1 })]).toEqual([name, 0])
  expect(await client.error('search3', { query: 'x'.repeat(5000) })).toBe(0)
  expect(await client.call('search3', { query: '🎶'.repeat(500) })).toMatchObject({ status: 'ok' })
  expect(await client.error('search2', { query: 'a', musicFolderId: 3 })).toBe(70)
})
