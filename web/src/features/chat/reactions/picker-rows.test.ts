import { expect, test } from 'vitest'
import { cellAfter, pickerRows } from './picker-rows.ts'

const emojis = (...names: string[]) => names.map((name) => ({ emoji: name, name, words: '' }))
const rows = pickerRows([
  { name: 'Erste', emojis: emojis('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j') },
  { name: 'Leer', emojis: [] },
  { name: 'Zweite', emojis: emojis('k', 'l') },
])

test('groups are cut into rows under their heading, and empty groups are left out', () => {
  expect(rows.map(({ key }) => key)).toEqual(['Erste', 'Erste 0', 'Erste 1', 'Zweite', 'Zweite 0'])
})

test.each([
  ['ArrowRight', 1, 7, 2, 0],
  ['ArrowLeft', 2, 0, 1, 7],
  ['ArrowDown', 1, 5, 2, 1],
  ['ArrowDown', 2, 0, 4, 0],
  ['ArrowUp', 4, 1, 2, 1],
  ['Home', 4, 1, 1, 0],
  ['End', 1, 0, 4, 1],
])('%s goes from %i, %i to %i, %i', (key, row, column, toRow, toColumn) => {
  expect(cellAfter(rows, { row, column }, key)).toEqual({ row: toRow, column: toColumn })
})

test.each([
  ['ArrowUp', 1, 0],
  ['ArrowLeft', 1, 0],
  ['ArrowDown', 4, 0],
  ['ArrowRight', 4, 1],
  ['x', 1, 0],
])('%s at %i, %i moves nowhere', (key, row, column) => {
  expect(cellAfter(rows, { row, column }, key)).toBeUndefined()
})
