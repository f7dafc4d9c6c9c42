import { readLyrics } from '@tonarchiv/contract/lyrics-text'
import { expect, test } from 'vitest'
import { sungLength, wordEnds } from './sung-words.ts'

function sungAt(text: string, ms: number): string | undefined {
  const { lines } = readLyrics(text)
  const [line] = lines
  if (line === undefined || typeof line === 'string') throw new Error('The line has no time')
  return line.text.slice(0, sungLength(wordEnds(line), ms))
}

test('a word is sung from its time on, also when it is a syllable', () => {
  const text = '[00:01.00]<00:01.00>Licht <00:01.50>aus,  <00:02.00>Ta<00:02.20>ge <00:03.00>'
  expect([999, 1000, 1499, 1500, 2000, 2200, 9000].map((ms) => sungAt(text, ms))).toEqual([
    '',
    'Licht',
    'Licht',
    'Licht aus,',
    'Licht aus, Ta',
    'Licht aus, Tage',
    'Licht aus, Tage',
  ])
})

test('what stands before the first time of a word is sung with that word', () => {
  const text = '[00:01.00]Oh <00:01.50>Licht <00:02.00>aus'
  expect([1000, 1500, 2000].map((ms) => sungAt(text, ms))).toEqual(['', 'Oh Licht', 'Oh Licht aus'])
})
