import { expect, test } from 'vitest'
import { foldAt } from './fold.ts'

const lines = (count: number) => Array.from({ length: count }, (_, index) => `Zeile ${index + 1}`).join('\n')

test('five hundred line breaks show twelve rows', () => {
  const text = `Anfang${'\n'.repeat(493)}Ende`
  expect(text.slice(0, foldAt(text)).split('\n')).toHaveLength(12)
})

test('up to fifteen rows are shown as they are, the sixteenth folds', () => {
  expect(foldAt(lines(15))).toBeUndefined()
  expect(lines(16).slice(0, foldAt(lines(16)))).toBe(lines(12))
})

test('five hundred characters without a break are shown as they are', () => {
  expect(foldAt('a'.repeat(500))).toBeUndefined()
})

test('a long line counts as the rows that it takes on a phone, and no character is cut in two', () => {
  const text = `${'🎵'.repeat(241)}\n${lines(8)}`
  expect(text.slice(0, foldAt(text))).toBe('🎵'.repeat(240))
})
