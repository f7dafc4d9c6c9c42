import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nameOf, parseEmojis, searchEmojis } from './emojis.ts'

const groups = parseEmojis(readFileSync(join(import.meta.dirname, 'emojis.txt'), 'utf8'))
const found = (text: string) => searchEmojis(groups, text).map(({ emoji }) => emoji)

test('the list has the groups of the picker, and each emoji once, in the form that the server takes', () => {
  expect(groups.map(({ name }) => name)).toEqual([
    'Musik',
    'Gesichter',
    'Gesten',
    'Natur',
    'Essen',
    'Dinge',
    'Zeichen',
  ])
  const all = groups.flatMap(({ emojis }) => emojis.map(({ emoji }) => emoji))
  expect(all.length).toBeGreaterThan(1800)
  expect(new Set(all).size).toBe(all.length)
  expect(all.filter((emoji) => !/^\p{RGI_Emoji}$/v.test(emoji))).toEqual([])
})

test.each([
  ['trommel', '🥁'],
  ['Feuer', '🔥'],
  ['herz rot', '❤️'],
  ['applaus', '👏'],
  ['🎧', '🎧'],
  ['deutschland', '🇩🇪'],
  ['#️⃣', '#️⃣'],
])('%s finds %s', (text, emoji) => {
  expect(found(text)).toContain(emoji)
})

test('names that begin with the text come first, and nothing is found for nonsense', () => {
  expect(found('gitarre')[0]).toBe('🎸')
  expect(found('xyzzy')).toEqual([])
  expect(nameOf(groups, '🥁')).toBe('Trommel')
  expect(nameOf(undefined, '🥁')).toBe('🥁')
})
