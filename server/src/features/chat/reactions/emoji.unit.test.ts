import { expect, test } from 'vitest'
import { emojiIn } from './emoji.ts'

test.each(['🔥', '👍🏽', '👩🏽‍❤️‍💋‍👨🏿', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🇩🇪', '1️⃣', '❤️'])('%s is one emoji', (emoji) => {
  expect(emojiIn(emoji)).toBe(emoji)
})

test('an emoji without its presentation selector is the same kind', () => {
  expect(emojiIn('\u2764')).toBe('\u2764\ufe0f')
})

test.each([
  '',
  'a',
  'ok',
  '🔥🔥',
  '🔥 ',
  '1',
  '#',
  '\u200d',
  '\ufe0f',
  '🏽\u200d',
  '<b>',
  '%F0',
  '🇩',
  '👍🔥',
])('%j is none', (text) => expect(emojiIn(text)).toBeUndefined())
