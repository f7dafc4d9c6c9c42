import { describe, expect, test } from 'vitest'
import { archiveOfTitles } from '#testing/titled-albums.ts'

const { addTitles, find, titlesOf } = archiveOfTitles()

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
