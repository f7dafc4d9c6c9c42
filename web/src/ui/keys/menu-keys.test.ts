import { expect, test } from 'vitest'
import { nextItem } from './menu-keys.ts'

const items = ['Freunde', 'Avatar ändern', 'Scrobbling', 'Einstellungen', 'Logout'].map((text) => ({ text }))

test.each([
  ['ArrowDown', -1, 0],
  ['ArrowDown', 4, 0],
  ['ArrowUp', 0, 4],
  ['ArrowUp', -1, 4],
  ['Home', 3, 0],
  ['End', 1, 4],
  ['s', 0, 2],
  ['L', 4, 4],
  ['f', 2, 0],
])('%s from item %d leads to item %d', (key, current, expected) => {
  expect(nextItem(key, items, current)).toBe(expected)
})

test.each(['Enter', ' ', 'Tab', 'x'])('%s moves no focus', (key) => {
  expect(nextItem(key, items, 1)).toBeUndefined()
})

test('an empty menu has no next item', () => {
  expect(nextItem('ArrowDown', [], -1)).toBeUndefined()
})
