import { expect, test } from 'vitest'
import { isNowOffered, sentenceOfNow } from './now-command.ts'

test.each([
  ['/jetzt', ''],
  [' /jetzt ', ''],
  ['/JETZT', ''],
  ['/jetzt Hier kommt die zweite Stimme rein.', 'Hier kommt die zweite Stimme rein.'],
  ['/jetzt\nzwei\nZeilen', 'zwei\nZeilen'],
  ['/jetztzeit', undefined],
  ['jetzt', undefined],
  ['was /jetzt', undefined],
])('%o is the command with the sentence %o', (text, sentence) => {
  expect(sentenceOfNow(text)).toBe(sentence)
})

test.each([
  ['/', true],
  ['/je', true],
  ['/jetzt', true],
  ['/jetzt Satz', true],
  ['/x', false],
  ['', false],
  ['ein / im Satz', false],
])('for %o the command is offered: %o', (text, isOffered) => {
  expect(isNowOffered(text)).toBe(isOffered)
})
