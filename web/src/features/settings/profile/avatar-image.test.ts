import { expect, test } from 'vitest'
import { fileProblem, fitted } from './avatar-image.ts'

const MB = 1024 * 1024

test.each([
  [{ type: 'application/pdf', size: 10 }, 'Bitte wähle ein gültiges Bildformat.'],
  [{ type: '', size: 10 }, 'Bitte wähle ein gültiges Bildformat.'],
  [{ type: 'image/png', size: 8 * MB + 1 }, 'Das Bild darf maximal 8MB groß sein.'],
  [{ type: 'image/png', size: 8 * MB }, undefined],
])('the file %j: %s', (file, problem) => {
  expect(fileProblem(file)).toBe(problem)
})

test.each([
  [
    { width: 4000, height: 3000 },
    { width: 400, height: 300 },
  ],
  [
    { width: 300, height: 1200 },
    { width: 100, height: 400 },
  ],
  [
    { width: 400, height: 400 },
    { width: 400, height: 400 },
  ],
  [
    { width: 40, height: 30 },
    { width: 40, height: 30 },
  ],
  [
    { width: 10_000, height: 1 },
    { width: 400, height: 1 },
  ],
])('a picture of %j is kept as %j', (given, kept) => {
  expect(fitted(given, 400)).toEqual(kept)
})
