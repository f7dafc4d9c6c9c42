import { describe, expect, test } from 'vitest'
import { gramsOf, searchTextOf, spellingVariants, searchTermsOf } from './search-words.ts'

describe('spellings of a text', () => {
  test.each<[string, string[]]>([
    ['Nacht', ['nacht']],
    ['Straße', ['strasse']],
    ['STRASSE', ['strasse']],
    ['Größe', ['grosse', 'groesse']],
    ['Gro\u0308ße', ['grosse', 'groesse']],
    ['Crème brûlée', ['creme brulee']],
    ['Øresund', ['oresund']],
    ['Łódź', ['lodz']],
    ['Ærø', ['aero']],
    ['  viel \t Platz\n', ['viel platz']],
    ['ﬁn', ['fin']],
    ['ΣΑΣ', ['σασ']],
    ['Schöne Grüße', ['schone grusse', 'schoene grusse', 'schone gruesse', 'schoene gruesse']],
    ['äöüä', ['aoua', 'aeoeueae']],
    ['日本', ['日本']],
    ['a\u0000b', ['a b']],
    ['   ', ['']],
  ])('%j', (text, ways) => {
    expect(spellingVariants(text)).toEqual(ways)
  })
})

describe('a title is found by', () => {
  test.each<[title: string, search: string]>([
    ['Straßen', 'ßen'],
    ['Straße', 'strasse'],
    ['Strasse', 'straße'],
    ['Ärger', 'arger'],
    ['Ärger', 'aerger'],
    ['Aerger', 'ärger'],
    ['Für Größe', 'fur groesse'],
    ['Fuer Grosse', 'für größe'],
    ['Café', 'CAFE'],
    ['Cafe', 'café'],
  ])('%j by %j', (title, search) => {
    const text = searchTextOf([title])
    expect(spellingVariants(search).some((way) => text.includes(way))).toBe(true)
  })

  test.each<[title: string, search: string]>([
    ['Neu', 'neue'],
    ['Arger', 'aerger'],
    ['Michael', 'michal'],
  ])('not %j by %j', (title, search) => {
    const text = searchTextOf([title])
    expect(spellingVariants(search).some((way) => text.includes(way))).toBe(false)
  })
})

test('the last of many words are matched as one phrase', () => {
  const last = searchTermsOf('eins zwei drei vier fünf sechs sieben acht neun zehn').at(-1)
  expect(last).toEqual({ words: ['acht neun zehn'], grams: [] })
})

test('substrings of one and two letters, none across lines', () => {
  expect([...gramsOf('ab\nc')].sort()).toEqual(['a', 'ab', 'b', 'c'])
  expect([...gramsOf('a😀')].sort()).toEqual(['a', 'a😀', '😀'])
})

test.each([
  ['über', [{ words: ['uber', 'ueber'], grams: [] }]],
  ['üb', [{ words: ['ueb'], grams: ['ub'] }]],
  ['ü', [{ words: [], grams: ['u', 'ue'] }]],
  ['ß', [{ words: [], grams: ['ss'] }]],
  ['😀', [{ words: [], grams: ['😀'] }]],
  [
    ' Süd \t an',
    [
      { words: ['sud', 'sued'], grams: [] },
      { words: [], grams: ['an'] },
    ],
  ],
  ['  ', []],
  ['\u0301', []],
])('what %j looks for', (search, wanted) => {
  expect(searchTermsOf(search)).toEqual(wanted)
})
