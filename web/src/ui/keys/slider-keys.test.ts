import { expect, test } from 'vitest'
import { keyboardValue } from './slider-keys.ts'

test.each([
  ['ArrowRight', 95, 100],
  ['ArrowUp', 95, 100],
  ['ArrowLeft', 95, 90],
  ['ArrowDown', 95, 90],
  ['PageUp', 95, 115],
  ['PageDown', 95, 75],
  ['Home', 95, 0],
  ['End', 95, 200],
  ['ArrowLeft', 3, 0],
  ['ArrowRight', 198, 200],
])('%s moves a slider from %d to %d and never past its ends', (key, value, expected) => {
  expect(keyboardValue(key, { value, min: 0, max: 200, keyStep: 5 })).toBe(expected)
})

test('other keys do not move a slider', () => {
  expect(keyboardValue('m', { value: 1, min: 0, max: 2, keyStep: 1 })).toBeUndefined()
})
