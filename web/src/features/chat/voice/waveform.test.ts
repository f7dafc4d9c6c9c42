import { expect, test } from 'vitest'
import { levelOf, peaksOf, wavePath, waveWidth } from './waveform.ts'

const tone = (loudness: number) =>
  Float32Array.from({ length: 512 }, (_, index) => loudness * Math.sin(index / 5))

test('silence has no height, a loud voice has all of it, and louder is never lower', () => {
  expect(levelOf(new Float32Array(512))).toBe(0)
  expect(levelOf(new Float32Array(0))).toBe(0)
  expect(levelOf(tone(1))).toBe(100)
  const levels = [0.01, 0.03, 0.1, 0.3, 0.9].map((loudness) => levelOf(tone(loudness)))
  expect(levels).toEqual(levels.toSorted((one, other) => one - other))
  expect(levels.at(2)).toBeGreaterThan(30)
})

test('a long recording keeps its peaks in at most 120 heights', () => {
  const levels = Array.from({ length: 3000 }, (_, index) => (index === 1500 ? 100 : 10))
  const peaks = peaksOf(levels)
  expect(peaks).toHaveLength(120)
  expect(peaks.filter((peak) => peak === 100)).toHaveLength(1)
  expect(peaks.indexOf(100)).toBe(60)
  expect(peaksOf([1, 2, 3])).toEqual([1, 2, 3])
  expect(peaksOf(Array.from({ length: 121 }, (_, index) => index))).toHaveLength(120)
})

test('a waveform is one path as wide as its bars', () => {
  expect(wavePath([0, 100])).toBe('M0 10.75h2.5v2.5h-2.5zM4 0h2.5v24h-2.5z')
  expect(waveWidth(2)).toBe(6.5)
  expect(wavePath([])).toBe('')
  expect(waveWidth(0)).toBe(0)
})
