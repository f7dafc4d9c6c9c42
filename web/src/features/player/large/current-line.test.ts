import { readLyrics, type TimedLine } from '@tonarchiv/contract/lyrics-text'
import { expect, test } from 'vitest'
import { currentLine, filledDots, lyricsRows } from './current-line.ts'

function linesOf(text: string): readonly TimedLine[] {
  const lyrics = readLyrics(text)
  if (!lyrics.isTimed) throw new Error('The lyrics have no times')
  return lyrics.lines
}

test('the current line is the last one that has begun', () => {
  const lines = linesOf('[00:02.00]eins\n[00:04.50]zwei\n[00:04.50]zugleich')
  expect([0, 1.99, 2, 4.4, 4.5, 90].map((second) => currentLine(lines, second))).toEqual([-1, -1, 0, 0, 2, 2])
})

test('only a pause of more than six seconds shows dots', () => {
  const kinds = (text: string) => lyricsRows(linesOf(text)).map(({ kind }) => kind)
  expect(kinds('[00:06.00]eins\n[00:10.00]\n[00:16.00]zwei')).toEqual(['line', 'gap', 'line'])
  expect(kinds('[00:06.10]eins\n[00:10.00]\n[00:16.10]zwei\n[00:20.00]')).toEqual([
    'pause',
    'line',
    'pause',
    'line',
    'gap',
  ])
})

test('the dots of a pause are full before it ends', () => {
  const pause = { fromSeconds: 10, toSeconds: 18 }
  expect([9, 10, 12, 14, 16, 17.9, 30].map((second) => filledDots(pause, second))).toEqual([
    0, 0, 1, 2, 3, 3, 3,
  ])
})
