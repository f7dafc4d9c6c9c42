import { describe, expect, test } from 'vitest'
import { editKey, formatKey, isCompleteKey, keyCells } from './key-format.ts'

describe('typed text is formatted as a key', () => {
  test.each([
    ['', ''],
    ['k', 'K'],
    ['k7', 'K7'],
    ['k74', 'K7-4'],
    ['k74m2q', 'K7-4M2Q'],
    ['k74m2q9', 'K7-4M2Q-9'],
    ['k74m2q9xfa', 'K7-4M2Q-9XFA'],
    ['k74m2q9xfa-und-mehr', 'K7-4M2Q-9XFA'],
    [' K7 4M2Q 9XFA\n', 'K7-4M2Q-9XFA'],
    ['K7-4M2Q-9XFA', 'K7-4M2Q-9XFA'],
    ['K7–4M2Q–9XFA', 'K7-4M2Q-9XFA'],
    ['äßK!7', 'K7'],
    ['---', ''],
    ['K7-', 'K7'],
  ])('„%s“ as „%s“', (typed, key) => {
    expect(formatKey(typed)).toBe(key)
  })
})

test.each([
  ['K7-4M2Q-9XFA', true],
  ['K7-4M2Q-9XF', false],
  ['k7-4m2q-9xfa', false],
  ['', false],
])('„%s“ is complete: %s', (key, isComplete) => {
  expect(isCompleteKey(key)).toBe(isComplete)
})

describe('the caret keeps its position', () => {
  test.each([
    // Each row: the edited text and its caret, the formatted key and its caret. Here a character is typed at the end.
    ['k', 1, 'K', 1],
    ['K74', 3, 'K7-4', 4],
    ['K7-4M2Q9', 8, 'K7-4M2Q-9', 9],
    // A character is inserted, so that the following ones move on.
    ['K7-4XM2Q', 5, 'K7-4XM2-Q', 5],
    // A character of the first group is removed.
    ['7-4M2Q', 0, '74-M2Q', 0],
    // Only the hyphen is removed: the key stays the same, and the caret moves before the hyphen.
    ['K74M2Q', 2, 'K7-4M2Q', 2],
  ])('„%s“ with the caret at %d', (typed, caret, key, expected) => {
    expect(editKey(typed, caret)).toEqual({ key, caret: expected })
  })
})

test('a key has ten cells, one of which is the next', () => {
  const cells = keyCells('K7-4M')
  expect(cells.map((group) => group.map(({ text }) => text))).toEqual([
    ['K', '7'],
    ['4', 'M', '', ''],
    ['', '', '', ''],
  ])
  expect(cells.flat().findIndex(({ isNext }) => isNext)).toBe(4)
  expect(
    keyCells('K7-4M2Q-9XFA')
      .flat()
      .some(({ isNext }) => isNext),
  ).toBe(false)
})
