import { expect, test } from 'vitest'
import { newUuid } from '#client/new-uuid.ts'
import { imageProblem, shownSize } from './media.ts'

test.each([
  ['image/png', 1000, undefined],
  ['image/avif', 10 * 1024 * 1024, undefined],
  ['image/svg+xml', 1000, 'Nur Bilder und Sprachnachrichten sind erlaubt'],
  ['text/html', 1000, 'Nur Bilder und Sprachnachrichten sind erlaubt'],
  ['', 1000, 'Nur Bilder und Sprachnachrichten sind erlaubt'],
  ['image/jpeg', 10 * 1024 * 1024 + 1, 'Das Bild darf höchstens 10 MB groß sein'],
])('a file of the type %j and %i bytes', (type, size, problem) => {
  expect(imageProblem({ type, size })).toBe(problem)
})

test.each([
  ['wide', 3000, 2000, { width: 296, height: 197 }],
  ['high', 1000, 4000, { width: 85, height: 340 }],
  ['small', 100, 80, { width: 100, height: 80 }],
  ['tiny', 1, 1, { width: 72, height: 72 }],
  ['unknown', null, null, { width: 296, height: 197 }],
])('a %s picture has its place', (_name, width, height, size) => {
  expect(shownSize(width, height)).toEqual(size)
})

test('each message has a UUID of its own', () => {
  const ids = Array.from({ length: 50 }, newUuid)
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  expect(new Set(ids).size).toBe(50)
})
