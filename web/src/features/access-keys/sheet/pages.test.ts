import { expect, test } from 'vitest'
import { pagesOf, sheetText } from './pages.ts'

const counts = { available: 0, used: 0, expired: 0, withdrawn: 0 }

test('a page has ten tags, and the sheet says what is missing', () => {
  const keys = Array.from({ length: 21 }, (_, index) => String(index))
  expect(pagesOf(keys).map(({ length }) => length)).toEqual([10, 10, 1])
  expect(pagesOf([])).toEqual([])
  expect(sheetText(9, { keyCount: 12, counts: { ...counts, available: 9, used: 3 } })).toBe(
    '9 offene Schlüssel auf einer Seite, DIN A4. Die 3 eingelösten fehlen.',
  )
  expect(sheetText(12, { keyCount: 12, counts: { ...counts, available: 12 } })).toBe(
    '12 offene Schlüssel auf 2 Seiten, DIN A4.',
  )
  expect(sheetText(0, { keyCount: 1, counts: { ...counts, used: 1 } })).toBe('Kein Schlüssel ist mehr offen.')
})
