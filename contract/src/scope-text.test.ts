import { expect, test } from 'vitest'
import { albumsText, scopeText } from './scope-text.ts'

test('a number of albums is written as in German texts', () => {
  expect([0, 1, 4, 1284, 1_000_000].map(albumsText)).toEqual([
    'keine Alben',
    '1 Album',
    '4 Alben',
    '1.284 Alben',
    '1.000.000 Alben',
  ])
})

test('a scope is named by what it opens, types in the order of their names on screen', () => {
  expect(scopeText({ kind: 'all', types: [], albumCount: 77 })).toBe('Ganzes Archiv')
  expect(scopeText({ kind: 'types', types: ['single', 'ep'], albumCount: 9 })).toBe('EPs, Singles')
  expect(scopeText({ kind: 'albums', types: [], albumCount: 4 })).toBe('4 Alben')
})
