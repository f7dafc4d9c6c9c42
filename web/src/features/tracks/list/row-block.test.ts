import { expect, test } from 'vitest'
import { blockWith, placeAmongOthers, runsOf } from './row-block.ts'

const rowsNamed = (names: string) => names.split('').map((key) => ({ key }))
const named = (rows: readonly { key: string }[]) => rows.map(({ key }) => key).join('')
const rows = rowsNamed('abcdef')

test.each([
  ['a selected row', 'd', 'bd', 'bd'],
  ['the only selected row', 'd', 'd', 'd'],
  ['a row beside the selection', 'c', 'bd', 'c'],
])('%s moves with its block', (_case, key, selected, expected) => {
  expect(named(blockWith({ key }, rows, new Set(selected)))).toBe(expected)
})

test.each([
  // [keys of the block, key of its dragged row, index at which that row is dropped, expected number of other rows
  // before the block]
  ['bc', 'b', 1, 1],
  ['bc', 'b', 4, 3],
  ['bc', 'c', 0, 0],
  ['bd', 'd', 5, 4],
  ['bd', 'd', 2, 1],
  ['af', 'a', 5, 4],
])('a block %s that is dropped by its row %s at %i is behind %i others', (block, key, to, place) => {
  expect(placeAmongOthers(rows, rowsNamed(block), { key, to })).toBe(place)
})

test('a block returns to its places run by run', () => {
  const moved = rowsNamed('ceabdf').filter(({ key }) => 'abd'.includes(key))
  const runs = runsOf(rows, moved)
  expect(runs.map(({ entries, after }) => [after, named(entries)])).toEqual([
    [undefined, 'ab'],
    ['c', 'd'],
  ])
})
