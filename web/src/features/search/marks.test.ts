import { expect, test } from 'vitest'
import { excerptOf, markedParts } from './marks.ts'

/** The text with its highlighted parts in brackets. */
const marked = (text: string, ...terms: string[]) =>
  markedParts(text, terms)
    .map((part) => (part.isMarked ? `[${part.text}]` : part.text))
    .join('')

test('every place of a term is marked, whatever its case, accents and umlauts', () => {
  expect(marked('Nachts über die Brücke', 'bruck')).toBe('Nachts über die [Brück]e')
  expect(marked('Große Straße', 'strasse', 'gross')).toBe('[Groß]e [Straße]')
  expect(marked('Café café', 'cafe')).toBe('[Café] [café]')
  expect(marked('Cafe\u0301 🎷', 'cafe')).toBe('[Café] 🎷')
})

test('terms that touch or overlap are one mark, and an empty one marks nothing', () => {
  expect(marked('Nordlicht', 'nord', 'licht')).toBe('[Nordlicht]')
  expect(marked('Nordlicht', 'nordli', 'dlicht')).toBe('[Nordlicht]')
  expect(marked('Nordlicht', '')).toBe('Nordlicht')
  expect(marked('', 'nord')).toBe('')
})

test('a long text begins shortly before its first match, in one line', () => {
  const long = `${'wort '.repeat(40)}und dann das Nordlicht\nüber dem Kanal`
  const excerpt = excerptOf(long, ['nordlicht'])
  expect(excerpt).toMatch(/^… wort .*das Nordlicht über dem Kanal$/)
  expect(excerpt.length).toBeLessThan(70)
  expect(excerptOf('Wer hat das\n Nordlicht gesehen?', ['nordlicht'])).toBe('Wer hat das Nordlicht gesehen?')
  expect(excerptOf('a'.repeat(100), ['nordlicht'])).toBe('a'.repeat(100))
})
