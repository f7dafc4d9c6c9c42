import { expect, test } from 'vitest'
import { draftAsWritten, draftOf, lrcOf } from './draft.ts'
import { nextTap, replaced, tapped, tappedAt, untapped, type Edit, type TapMode } from './tapping.ts'

const editOf = (text: string): Edit => ({ lines: draftAsWritten(text), fields: [], taps: [] })
const textOf = ({ lines }: Edit) => lrcOf(lines)

/** Taps at each of these times, in milliseconds, one after the other. */
function tapAll(edit: Edit, times: readonly number[], mode: TapMode = 'lines'): Edit {
  return times.reduce((now, ms) => tapped(now, ms, mode), edit)
}

test('presses set one line after another, pauses too, to the hundredth', () => {
  const done = tapAll(editOf('Eins\n\nZwei'), [1004, 2006, 3000])
  expect(textOf(done)).toBe('[00:01.00]Eins\n[00:02.01]\n[00:03.00]Zwei')
  expect(nextTap(done, 'lines')).toBeUndefined()
  expect(tapped(done, 4000, 'lines')).toBe(done)
})

test('presses continue behind the last line that was set, and never replace a time', () => {
  const edit = editOf('[00:01.00]Eins\nZwei\n[00:03.00]Drei\nVier')
  expect(nextTap(edit, 'lines')).toEqual({ index: 1, word: undefined })
  const [, , , fourth] = edit.lines
  const set = tappedAt(edit, fourth?.key ?? 0, 9000)
  expect(nextTap(set, 'lines')?.index).toBe(1)
  expect(textOf(tapAll(set, [2000, 7000]))).toBe(
    '[00:01.00]Eins\n[00:02.00]Zwei\n[00:03.00]Drei\n[00:09.00]Vier',
  )
})

test('presses are taken back one by one, each with the time that it had set', () => {
  const edit = editOf('Eins\nZwei')
  const done = tapAll(edit, [1000, 2000])
  const first = untapped(done)
  expect(first?.atMs).toBe(2000)
  expect(first && textOf(first.edit)).toBe('[00:01.00]Eins\nZwei')
  const second = first && untapped(first.edit)
  expect(second?.atMs).toBe(1000)
  expect(second && textOf(second.edit)).toBe('Eins\nZwei')
  expect(second && untapped(second.edit)).toBeUndefined()
})

test('a press on a line that was removed meanwhile cannot be taken back, but the one before it can', () => {
  const done = tapAll(editOf('Eins\nZwei'), [1000, 2000])
  expect(untapped({ ...done, lines: done.lines.slice(0, 1) })).toMatchObject({ atMs: 1000 })
})

test('a line that is set again gets its former time and words back', () => {
  const edit = { lines: draftOf('[00:01.00]<00:01.00>Licht <00:01.50>aus'), fields: [], taps: [] }
  const set = tappedAt(edit, edit.lines[0]?.key ?? 0, 5000)
  expect(textOf(set)).toBe('[00:05.00]Licht aus')
  const back = untapped(set)
  expect(back && textOf(back.edit)).toBe('[00:01.00]<00:01.00>Licht <00:01.50>aus')
})

test('in the mode for words each press is a word, and the line begins with its first', () => {
  const edit = editOf('Licht aus, wir\n\ngehen')
  const times = [1000, 1500, 2000, 3000, 4000]
  const states = times.map((_, count) => nextTap(tapAll(edit, times.slice(0, count), 'words'), 'words'))
  expect(states).toEqual([
    { index: 0, word: 'Licht ' },
    { index: 0, word: 'aus, ' },
    { index: 0, word: 'wir' },
    { index: 1, word: undefined },
    { index: 2, word: 'gehen' },
  ])
  const done = tapAll(edit, times, 'words')
  expect(textOf(done)).toBe(
    '[00:01.00]<00:01.00>Licht <00:01.50>aus, <00:02.00>wir\n[00:03.00]\n[00:04.00]<00:04.00>gehen',
  )
  expect(nextTap(done, 'words')).toBeUndefined()
  const back = untapped(tapAll(edit, [1000, 1500], 'words'))
  expect(back).toMatchObject({ atMs: 1500 })
  expect(back && textOf(back.edit)).toBe('[00:01.00]<00:01.00>Licht aus, wir\n\ngehen')
})

test('words never go back in time, and a line with a time gets its words', () => {
  const edit = editOf('[00:09.00]Licht aus')
  expect(textOf(tapAll(edit, [5000, 4000], 'words'))).toBe('[00:05.00]<00:05.00>Licht <00:05.00>aus')
})

test('a line whose text was changed has its words set anew', () => {
  const done = tapAll(editOf('Licht aus'), [1000, 1500], 'words')
  const [line] = done.lines
  if (!line) throw new Error('There is no line')
  const changed = { ...done, lines: replaced(done.lines, { ...line, text: 'Licht an', words: [] }) }
  expect(nextTap(changed, 'words')).toEqual({ index: 0, word: 'Licht ' })
})
