import { expect, test } from 'vitest'
import { spineOf } from './spines.ts'

test.each([
  [1, 17],
  [6, 22],
  [14, 30],
  [200, 36],
])('an album of %d tracks has a spine of %d px', (tracks, width) => {
  expect(spineOf('a1', tracks, undefined)).toMatchObject({ width })
})

test('a spine has the colour of its cover', () => {
  expect(spineOf('a1', 3, 'oklch(0.42 0.1 200)').paper).toBe('oklch(0.42 0.1 200)')
})

test('without one it keeps a colour of its own, and not all have the same', () => {
  const paperOf = (id: string, tracks: number) => spineOf(id, tracks, undefined).paper
  expect(paperOf('a1', 3)).toBe(paperOf('a1', 9))
  expect(new Set(['a1', 'a2', 'a3', 'a4'].map((id) => paperOf(id, 3))).size).toBeGreaterThan(1)
})
