import { expect, test } from 'vitest'
import { cleanLyrics, linesOfLyrics, readLyrics, readWrittenLines } from './lyrics-text.ts'

test.each([
  ['line breaks of other systems', 'Eins\r\nZwei\rDrei\u2028Vier', 'Eins\nZwei\nDrei\nVier'],
  ['blanks at the end of lines', 'Eins  \n\tZwei\t', 'Eins\n\tZwei'],
  ['blank lines around', '\ufeff\n\n Eins\n\n\nZwei\n\n', 'Eins\n\n\nZwei'],
  ['controls, directions and half characters', 'E\0i\u202ens\ud800', 'Eins'],
  ['letters in two parts', 'O\u0308l', 'Öl'],
  ['nothing to see', '\u200b \n\t', ''],
])('cleaned lyrics have no %s', (_what, text, cleaned) => {
  expect(cleanLyrics(text)).toBe(cleaned)
  expect(cleanLyrics(cleaned)).toBe(cleaned)
})

test('lines with times are LRC, in the order of time', () => {
  const text = [
    '[ar:Ada]',
    '[offset: +100]',
    '[00:12.5]Erste',
    '',
    '[01:02:05][00:20.123] Refrain ',
    '[100:00]',
  ].join('\n')
  expect(readLyrics(text)).toEqual({
    isTimed: true,
    lines: [
      { startMs: 12_400, text: 'Erste', words: [] },
      { startMs: 20_023, text: 'Refrain', words: [] },
      { startMs: 61_950, text: 'Refrain', words: [] },
      { startMs: 5_999_900, text: '', words: [] },
    ],
  })
  expect(linesOfLyrics(text)).toEqual(['Erste', 'Refrain', 'Refrain', ''])
})

test('words may have times, and the last one may only say when the line ends', () => {
  expect(readLyrics('[00:01.00]<00:01.00>Licht <00:01.50>aus, <3 <00:02.00>')).toEqual({
    isTimed: true,
    lines: [
      {
        startMs: 1000,
        text: 'Licht aus, <3',
        words: [
          { startMs: 1000, text: 'Licht ' },
          { startMs: 1500, text: 'aus, <3 ' },
        ],
      },
    ],
  })
})

test.each([
  ['no times', 'Eins\nZwei'],
  ['headings in brackets', '[Refrain]\nEins\n[Strophe 2: Bo]'],
  ['a time with 60 seconds', '[00:60.00]Eins'],
  ['only fields', '[ar:Ada]\n[ti:Weg]'],
  ['too many times before a line', `${'[00:01.00]'.repeat(51)}Eins`],
])('text with %s is plain, and its lines stay', (_what, text) => {
  expect(readLyrics(text)).toEqual({ isTimed: false, lines: text.split('\n') })
})

test('lyrics of which some lines have times are plain, and keep these times for those who edit them', () => {
  const text = '[ar:Ada]\n[offset:+100]\n[00:02.00][00:05.00]Eins\n\nZwei <3\n[00:01.00]<00:01.00>Drei'
  expect(readLyrics(text)).toEqual({ isTimed: false, lines: ['Eins', 'Eins', '', 'Zwei <3', 'Drei'] })
  expect(readWrittenLines(text)).toEqual([
    { startMs: 1900, text: 'Eins', words: [] },
    { startMs: 4900, text: 'Eins', words: [] },
    { startMs: undefined, text: '', words: [] },
    { startMs: undefined, text: 'Zwei <3', words: [] },
    { startMs: 900, text: 'Drei', words: [{ startMs: 900, text: 'Drei' }] },
  ])
})

test('lyrics with too many times are plain', () => {
  const text = '[00:01.00][00:02.00]a\n'.repeat(2501).trim()
  expect(readLyrics(text)).toEqual({ isTimed: false, lines: Array.from({ length: 5002 }, () => 'a') })
})
