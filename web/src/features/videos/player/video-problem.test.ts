import { expect, test } from 'vitest'
import { videoProblem } from './video-problem.ts'

test.each([1, 2, 3, 4])('the sentence of code %s names it', (code) => {
  expect(videoProblem(code)).toMatch(new RegExp(`\\(Code ${code}\\)$`))
})

test.each([undefined, 0, 9])('code %s is an unknown error', (code) => {
  expect(videoProblem(code)).toBe('Unbekannter Fehler bei der Wiedergabe')
})
