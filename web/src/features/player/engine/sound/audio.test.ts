import { expect, test } from 'vitest'
import { bufferedUntil } from './audio.ts'

const ranges = (...pairs: [number, number][]): TimeRanges => ({
  length: pairs.length,
  start: (index) => pairs[index]?.[0] ?? 0,
  end: (index) => pairs[index]?.[1] ?? 0,
})

test.each([
  ['nothing loaded', ranges(), 12, 12],
  ['the stretch around the position', ranges([0, 30], [60, 90]), 70, 90],
  ['a position a frame before its stretch', ranges([0, 30], [60, 90]), 59.9, 90],
  ['a position between two stretches', ranges([0, 30], [60, 90]), 45, 45],
])('loaded: %s', (_case, loaded, position, until) => {
  expect(bufferedUntil(loaded, position)).toBe(until)
})
