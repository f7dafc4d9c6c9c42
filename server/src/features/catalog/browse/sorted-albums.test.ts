import {
  ALBUM_SORTS,
  type AlbumSort,
  findAlbumOffset,
  listAlbumMarks,
  listAlbums,
} from '@tonarchiv/contract/catalog'
import { updateAlbum } from '@tonarchiv/contract/archive-editing'
import { describe, expect, test } from 'vitest'
import { archiveOfTitles } from '#testing/titled-albums.ts'

const { signIn, addTitles, find, titlesOf } = archiveOfTitles()

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
    const preview = await signIn({ hasKey: false })
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
    const admin = await signIn({ isAdmin: true })
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
    const member = await signIn()
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
    const member = await signIn()
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
