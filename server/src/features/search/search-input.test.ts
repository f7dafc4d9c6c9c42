import { searchEverything } from '@tonarchiv/contract/search'
import { beforeEach, describe, expect, test } from 'vitest'
import { searchFor, startSearching, type Searching } from '#testing/searching.ts'

let mara: Searching['mara']
let songs: Searching['songs']
let addSongs: Searching['addSongs']
beforeEach(async () => {
  ;({ mara, songs, addSongs } = await startSearching())
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
