import { expect, test } from 'vitest'
import { isSendable, messageText } from './chat.ts'
import { lengthOf, normalized, plainText } from './text.ts'
import { DisplayName, Email, NewPassword, Username } from './users.ts'

const problemOf = (schema: typeof DisplayName, value: string) =>
  schema.safeParse(value).error?.issues[0]?.message

/** Characters that are not visible: zero-width characters, fillers, blanks, joiners, variation selectors. */
const INVISIBLE = [
  '\u200b',
  '\u200d\u2060',
  '\ufeff',
  '\u00ad',
  '\u3164',
  '\u115f',
  '\u2800',
  '\u034f',
  '\u{e0020}',
  ' \u200b ',
]

test.each(INVISIBLE)('a name or message of which nothing is seen is as good as empty: %j', (text) => {
  expect(problemOf(DisplayName, text)).toBe('Dieses Feld ist erforderlich')
  expect(messageText(text)).toBe('')
  expect(isSendable(text)).toBe(false)
  expect(plainText({ max: 50 }).parse(text)).toBe('')
})

test.each(['👩‍🚀', 'می‌خواهم', '❤️', 'A\u200bB'])('what joins visible characters stays: %s', (text) => {
  expect(DisplayName.parse(text)).toBe(text.normalize('NFC'))
  expect(messageText(text)).toBe(text.normalize('NFC'))
})

test.each(['Mara \ud83c', '\udfa7 Mara', '\ud83c'])('half a character is refused in a name: %j', (text) => {
  expect(problemOf(DisplayName, text)).toBe('Dieser Text enthält unzulässige Zeichen')
})

test('combining marks beyond the number that any language uses are removed, and others stay', () => {
  expect(lengthOf(normalized(`x${'\u0345\u0301'.repeat(4000)}y`))).toBeLessThanOrEqual(2 + 30)
  expect(lengthOf(messageText('\u0345'.repeat(8000)))).toBeLessThanOrEqual(30)
  expect(normalized('Vie\u0323\u0302t')).toBe('Việt')
})

test('the longest text is accepted in its longest decomposed form, and a longer one is rejected before any work', () => {
  expect(DisplayName.parse('U\u0308'.repeat(50))).toBe('Ü'.repeat(50))
  expect(DisplayName.parse('🎧'.repeat(50))).toBe('🎧'.repeat(50))
  expect(problemOf(DisplayName, `${' '.repeat(200)}M`)).toBe('Höchstens 50 Zeichen sind erlaubt')
  expect(problemOf(Username, `${' '.repeat(512)}mara`)).toBe(
    'Username muss zwischen 3 und 16 Zeichen lang sein',
  )
  expect(problemOf(Email, `${' '.repeat(512)}a@b.de`)).toBe('Diese E-Mail-Adresse ist zu lang')
  expect(problemOf(NewPassword, 'x'.repeat(60_000))).toBe('Passwort darf höchstens 256 Zeichen lang sein')
})
