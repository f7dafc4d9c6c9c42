import { expect, test } from 'vitest'
import { hereText } from './wording.ts'

test('the sentence about who has a playlist open names three at most', () => {
  expect(hereText(['Mila'])).toBe('Mila ist gerade hier')
  expect(hereText(['Mila', 'Okan'])).toBe('Mila und Okan sind gerade hier')
  expect(hereText(['Mila', 'Okan', 'Lene'])).toBe('Mila, Okan und Lene sind gerade hier')
  expect(hereText(['Mila', 'Okan', 'Lene', 'Jonas'])).toBe('Mila, Okan und 2 weitere sind gerade hier')
})
