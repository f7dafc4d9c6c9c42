import { expect, test } from 'vitest'
import { barCount, barHeights, barsBefore, layerOf } from './wave-bars.ts'

test('a bar is as high as the highest of its peaks, and every peak belongs to a bar', () => {
  expect([...barHeights(Uint8Array.of(0, 51, 255, 102), 2)]).toEqual([Math.fround(0.2), 1])
  const peaks = new Uint8Array(1800)
  for (const loud of [0, 7, 899, 1799]) {
    peaks.fill(0)
    peaks[loud] = 255
    const heights = barHeights(peaks, 197)
    expect(heights.filter((height) => height === 1)).toHaveLength(1)
    expect(heights.indexOf(1)).toBe(Math.floor(((loud + 0.5) / 1800) * 197))
  }
})

test('a window that is wider than the waveform has no empty bars', () => {
  expect([...barHeights(Uint8Array.of(255, 255), 5)]).toEqual([1, 1, 1, 1, 1])
})

test('as many bars are drawn as fit without the last gap', () => {
  expect([barCount(8, 2, 1), barCount(7, 2, 1), barCount(0, 2, 1)]).toEqual([3, 2, 0])
})

test('a bar is played or buffered when the place has passed its middle', () => {
  const layers = (...places: number[]) => {
    const ends = places.map((place) => barsBefore(place, 4))
    return [0, 1, 2, 3].map((bar) => layerOf(bar, ends))
  }
  expect(layers(0, 0)).toEqual([2, 2, 2, 2])
  expect(layers(37.5, 62)).toEqual([0, 1, 2, 2])
  expect(layers(100, 100)).toEqual([0, 0, 0, 0])
})
