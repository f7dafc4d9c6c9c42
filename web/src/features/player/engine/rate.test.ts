import { expect, test } from 'vitest'
import { acceptedRate, formatRate, nextPreset } from './rate.ts'

test.each([
  [1.25, 1.25],
  [1.26, 1.25],
  [0.1, 0.5],
  [7, 2],
  [1.15, 1.15],
  [0.5 + 0.05 + 0.05 + 0.05, 0.65],
  [Number.NaN, undefined],
  [Infinity, undefined],
])('a rate of %d is played as %s', (given, rate) => {
  expect(acceptedRate(given)).toBe(rate)
})

test('the keys go through the presets and stop at the last one', () => {
  expect([0.5, 0.7, 1, 1.3, 2].map((rate) => nextPreset(rate, 'faster'))).toEqual([0.75, 0.75, 1.25, 1.5, 2])
  expect([0.5, 0.7, 1, 1.3, 2].map((rate) => nextPreset(rate, 'slower'))).toEqual([0.5, 0.5, 0.75, 1.25, 1.5])
})

test('a rate is written as in German', () => {
  expect([1, 0.5, 1.25].map(formatRate)).toEqual(['1', '0,5', '1,25'])
})
