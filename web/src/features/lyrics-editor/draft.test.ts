import { fieldsOfLyrics, readLyrics } from '@tonarchiv/contract/lyrics-text'
import { expect, test } from 'vitest'
import {
  disorderOf,
  draftAsWritten,
  draftOf,
  lineAt,
  lrcOf,
  plainOf,
  SHIFT_MS,
  shiftedLine,
  withPlainText,
  withStart,
  withText,
  type DraftLine,
} from './draft.ts'

const timesOf = (lines: readonly DraftLine[]) => lines.map(({ text, startMs }) => `${text}@${startMs ?? '–'}`)

test.each([
  ['plain', 'Eins\n\nZwei'],
  ['LRC', '[00:01.00]Eins\n[00:02.50]\n[61:03.00]Zwei'],
  ['LRC with words', '[00:01.00]<00:01.00>Licht <00:01.50>aus\n[00:02.00]<00:02.00>Ta<00:02.20>ge'],
  ['half done', '[00:01.00]Eins\nZwei\n\n[00:03.00]Drei'],
])('%s lyrics stay the same in an editor that changes nothing', (_what, text) => {
  expect(lrcOf(draftOf(text))).toBe(text)
  expect(lrcOf(draftAsWritten(lrcOf(draftOf(text))))).toBe(text)
})

test('fields about the recording stay in front of the lines, but for the offset, which the times hold', () => {
  const text = '[ar:Nordlicht]\n[ti:Brücke]\n[00:01.00]Eins\n[00:02.50]Zwei'
  expect(lrcOf(draftOf(text), fieldsOfLyrics(text))).toBe(text)
  const early = `[offset:500]\n${text}`
  const written = lrcOf(draftOf(early), fieldsOfLyrics(early))
  expect(written).toBe('[ar:Nordlicht]\n[ti:Brücke]\n[00:00.50]Eins\n[00:02.00]Zwei')
  expect(readLyrics(written).lines).toMatchObject([{ text: 'Eins' }, { text: 'Zwei' }])
})

test('text without times has no fields: what looks like one is a line', () => {
  expect(fieldsOfLyrics('[ar:Nordlicht]\nEins')).toEqual([])
  const text = '[ar:Nordlicht]\n[00:01.00]Eins'
  const [line] = draftOf(text)
  if (!line) throw new Error('There is no line')
  expect(lrcOf([withStart(line, undefined)], fieldsOfLyrics(text))).toBe('Eins')
})

test('stored lyrics are edited in the order of time, and written ones stay as they are', () => {
  const text = '[00:03.00][00:01.00]Refrain\n[00:02.00]Strophe'
  expect(timesOf(draftOf(text))).toEqual(['Refrain@1000', 'Strophe@2000', 'Refrain@3000'])
  expect(timesOf(draftAsWritten('[00:03.00]Eins\n[00:02.00]Zwei'))).toEqual(['Eins@3000', 'Zwei@2000'])
})

test('another text keeps the times of lines that stay, and of lines whose words were corrected', () => {
  const lines = draftOf('[00:01.00]Eins\n[00:02.00]Zwei\n[00:03.00]Drei')
  expect(timesOf(withPlainText(lines, 'Eins\nZwo\nDrei'))).toEqual(['Eins@1000', 'Zwo@2000', 'Drei@3000'])
  expect(timesOf(withPlainText(lines, 'Eins\nNeu\nZwei\nDrei'))).toEqual([
    'Eins@1000',
    'Neu@–',
    'Zwei@2000',
    'Drei@3000',
  ])
  expect(timesOf(withPlainText(lines, 'Eins\nDrei'))).toEqual(['Eins@1000', 'Drei@3000'])
  const doubled = withPlainText(lines, 'Eins\nZwei\nZwei\nZwei\nDrei')
  expect(new Set(doubled.map(({ key }) => key)).size).toBe(5)
  expect(plainOf(doubled)).toBe('Eins\nZwei\nZwei\nZwei\nDrei')
})

test('the words of a line move with it, and go with its text or its time', () => {
  const [line] = draftOf('[00:01.00]<00:01.00>Licht <00:01.50>aus')
  if (!line) throw new Error('There is no line')
  expect(lrcOf([shiftedLine(line, SHIFT_MS)])).toBe('[00:01.05]<00:01.05>Licht <00:01.55>aus')
  expect(lrcOf([withText(line, 'Licht an')])).toBe('[00:01.00]Licht an')
  expect(lrcOf([withStart(line, undefined)])).toBe('Licht aus')
  expect(shiftedLine(line, -5000).startMs).toBe(0)
})

test('the first line that begins before one above it is found, also over lines without a time', () => {
  expect(disorderOf(draftOf('[00:01.00]a\n[00:01.00]b'))).toBeUndefined()
  expect(disorderOf(draftAsWritten('[00:05.00]a\nb\n[00:04.00]c\n[00:01.00]d'))).toEqual({
    index: 2,
    above: 0,
  })
  expect(disorderOf(draftAsWritten('a\nb'))).toBeUndefined()
})

test('the line that is sung is the last one that has begun', () => {
  const lines = draftAsWritten('[00:01.00]a\nb\n[00:04.00]c')
  expect([0, 1000, 3999, 4000].map((ms) => lineAt(lines, ms))).toEqual([-1, 0, 0, 2])
})

test('what stands before the first time of a word belongs to it', () => {
  const text = lrcOf(draftOf('[00:01.00]Oh <00:01.50>Licht <00:02.00>aus'))
  expect(text).toBe('[00:01.00]<00:01.50>Oh Licht <00:02.00>aus')
  expect(readLyrics(text).lines).toMatchObject([{ text: 'Oh Licht aus' }])
})
