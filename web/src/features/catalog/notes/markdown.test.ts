import { expect, test } from 'vitest'
import { parseNotes } from './markdown.ts'

const text = (value: string) => ({ kind: 'text', text: value })

test('emphasis, links, lists and paragraphs are recognised', () => {
  expect(
    parseNotes(
      'Auf *Treppenabsatz*,\n**laut**.\n\nMehr im [*Bericht*](https://beispiel.de/a?b=1).\n- eins\n- zwei\n1. drei',
    ),
  ).toEqual([
    {
      kind: 'paragraph',
      content: [
        text('Auf '),
        { kind: 'emphasis', content: [text('Treppenabsatz')] },
        text(',\n'),
        { kind: 'strong', content: [text('laut')] },
        text('.'),
      ],
    },
    {
      kind: 'paragraph',
      content: [
        text('Mehr im '),
        {
          kind: 'link',
          href: 'https://beispiel.de/a?b=1',
          content: [{ kind: 'emphasis', content: [text('Bericht')] }],
        },
        text('.'),
      ],
    },
    { kind: 'list', isNumbered: false, items: [[text('eins')], [text('zwei')]] },
    { kind: 'list', isNumbered: true, items: [[text('drei')]] },
  ])
})

test.each([
  '<script>alert(1)</script>',
  '[Klick](javascript:alert(1))',
  '[Klick](JaVaScRiPt:alert)',
  '[Klick](data:text/html,x)',
  '[Klick](//fremd.de/x)',
  '[Klick](/\\fremd.de)',
  '[Klick](https://)',
  '# Kein Titel',
  '![Bild](https://beispiel.de/a.png',
  '5 * 3 = 15 und 2*2',
])('%s stays text', (notes) => {
  expect(parseNotes(notes)).toEqual([{ kind: 'paragraph', content: [text(notes)] }])
})

test('an address of the archive is a link', () => {
  expect(parseNotes('[Weg](/archive?album=Weg)')).toMatchObject([
    { content: [{ kind: 'link', href: '/archive?album=Weg' }] },
  ])
})

test.each(['*', '[', '**', '[a](', '*a', '- ', '\n', '1. x\n'])(
  'twenty thousand characters of %j are parsed without backtracking',
  (part) => {
    const notes = part.repeat(Math.ceil(20_000 / part.length))
    const parsed = parseNotes(notes)
    expect(parsed.length).toBeLessThanOrEqual(notes.length)
  },
)
