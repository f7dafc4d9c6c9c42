import { expect, test } from 'vitest'
import { spineOf } from './spines.ts'

test.each([
  [1, 9, false],
  [6, 16, true],
  [14, 26, true],
  [200, 36, true],
])('an album of %d tracks has a spine of %d px', (tracks, width, hasTitle) => {
  expect(spineOf('a1', tracks)).toMatchObject({ width, hasTitle })
})

test('a spine keeps its colour, and not all have the same', () => {
  expect(spineOf('a1', 3).paper).toBe(spineOf('a1', 9).paper)
  expect(new Set(['a1', 'a2', 'a3', 'a4'].map((id) => spineOf(id, 3).paper)).size).toBeGreaterThan(1)
})
