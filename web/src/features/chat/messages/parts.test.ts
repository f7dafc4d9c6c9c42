import { describe, expect, test } from 'vitest'
import { segmentsOf } from './parts.ts'

const mentions = [{ userId: 'u1', username: 'mila_k' }]
const marked = (content: string) =>
  segmentsOf({ content, mentions })
    .map((segment) =>
      segment.kind === 'text'
        ? segment.text
        : segment.kind === 'link'
          ? `[${segment.text}](${segment.href})`
          : `<${segment.text}>`,
    )
    .join('')

describe('links', () => {
  test.each([
    ['schau https://beispiel.de an', 'schau [https://beispiel.de](https://beispiel.de/) an'],
    ['https://beispiel.de/a?b=c#d.', '[https://beispiel.de/a?b=c#d](https://beispiel.de/a?b=c#d).'],
    ['(siehe http://beispiel.de/x)', '(siehe [http://beispiel.de/x](http://beispiel.de/x))'],
    [
      'https://de.wikipedia.org/wiki/Single_(Musik)',
      '[https://de.wikipedia.org/wiki/Single_(Musik)](https://de.wikipedia.org/wiki/Single_(Musik))',
    ],
    ['„https://beispiel.de“!', '„[https://beispiel.de](https://beispiel.de/)“!'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
    ['data:text/html,<b>', 'data:text/html,<b>'],
    ['ftp://beispiel.de', 'ftp://beispiel.de'],
    ['https://', 'https://'],
    ['https:// nichts', 'https:// nichts'],
    ['<a href="https://beispiel.de">', '<a href="[https://beispiel.de](https://beispiel.de/)">'],
  ])('%s', (text, expected) => {
    expect(marked(text)).toBe(expected)
  })
})

describe('people who are written to', () => {
  test.each([
    ['@mila_k hör mal', '<@mila_k> hör mal'],
    ['Hallo @Mila_K!', 'Hallo <@Mila_K>!'],
    ['(@mila_k)', '(<@mila_k>)'],
    ['mail@mila_k', 'mail@mila_k'],
    ['@mila_kk', '@mila_kk'],
    ['@okan_s', '@okan_s'],
    ['https://beispiel.de/@mila_k', '[https://beispiel.de/@mila_k](https://beispiel.de/@mila_k)'],
  ])('%s', (text, expected) => {
    expect(marked(text)).toBe(expected)
  })
})

test.each([
  '',
  'nur Text',
  '<script>alert(1)</script>',
  'zwei\nZeilen',
  '@@@ https://x https://',
  '🎵 @mila_k',
])('the parts of %j are the whole text', (content) => {
  expect(
    segmentsOf({ content, mentions })
      .map(({ text }) => text)
      .join(''),
  ).toBe(content)
})
